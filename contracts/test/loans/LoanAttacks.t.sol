// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {ILoanHub} from "../../src/loans/ILoanHub.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IPool} from "../../src/tokens/IPool.sol";
import {FakeTokenRouter} from "../helpers/FakeTokenRouter.sol";
import {LoanFixture} from "../helpers/LoanFixture.sol";

/// @dev BOB attacks pools in which ALICE has bought and borrowed.
contract LoanAttacksTest is LoanFixture {
    uint8[5] private multipliers = [1, 30, 50, 80, 100];
    address[] private pools;
    uint256 private start;

    function setUp() public override {
        super.setUp();
        pools.push(address(main));
        for (uint256 i; i < multipliers.length; ++i) {
            pools.push(address(launch(multipliers[i])));
        }
        for (uint256 i; i < pools.length; ++i) {
            uint256 bought = buy(ALICE, pools[i], 10_000e18);
            borrow(ALICE, pools[i], bought / 2, 500);
            approveHub(BOB, pools[i]);
        }
        fund(BOB, 1e30);
        start = usdb.balanceOf(BOB);
    }

    /// Borrow, push the price with an own purchase, repay or refinance, sell: never a gain.
    function testFuzz_pushingThePriceEarnsNothing(uint256 what, uint256 first, uint256 push, bool refinance)
        public
    {
        address pool = pools[what % pools.length];
        first = bound(amountOf(first, 1e24), 5e18, 1e24);
        push = bound(amountOf(push, 1e26), 1e18, 1e26);
        uint256 bought = buy(BOB, pool, first);
        vm.assume(main.getColleteralValue(bought, pool) >= 0.99e18);
        uint256 hubId = borrow(BOB, pool, bought, 10);
        uint256 pushed = buy(BOB, pool, push);
        ILoanHub.UserLoanDetails memory loan = hub.getUserLoanDetails(BOB, hubId);
        if (refinance && _canRefinance(loan.coreLoanId)) {
            vm.prank(BOB);
            hub.extendLoan(hubId, 0, true, true);
        }
        sell(BOB, pool, pushed);
        vm.prank(BOB);
        hub.repayLoan(hubId);
        sell(BOB, pool, FactoryToken(pool).balanceOf(BOB));
        vm.assertLe(usdb.balanceOf(BOB), start, "USDB of the attacker");
    }

    /// Walking away: refinance at the pushed price, sell the push, let the loan be liquidated by oneself.
    function testFuzz_walkingAwayEarnsNothing(uint256 what, uint256 first, uint256 push) public {
        address pool = pools[what % pools.length];
        first = bound(amountOf(first, 1e24), 5e18, 1e24);
        push = bound(amountOf(push, 1e26), 1e18, 1e26);
        uint256 bought = buy(BOB, pool, first);
        vm.assume(main.getColleteralValue(bought, pool) >= 0.99e18);
        uint256 hubId = borrow(BOB, pool, bought, 10);
        uint256 pushed = buy(BOB, pool, push);
        ILoanHub.UserLoanDetails memory loan = hub.getUserLoanDetails(BOB, hubId);
        if (_canRefinance(loan.coreLoanId)) {
            vm.prank(BOB);
            hub.extendLoan(hubId, 0, true, true);
        }
        sell(BOB, pool, pushed);
        vm.warp(vm.getBlockTimestamp() + 10 days);
        vm.startPrank(BOB);
        hub.liquidate(BOB, hubId);
        if (hub.getUserLoanDetails(BOB, hubId).liquidationClaim > 0) hub.claimLiquidation(hubId);
        vm.stopPrank();
        uint256 left = FactoryToken(pool).balanceOf(BOB);
        if (left > 1e9) sell(BOB, pool, left);
        vm.assertLe(usdb.balanceOf(BOB), start, "USDB of the attacker");
        // Nobody else was harmed: ALICE can sell what she holds, and repay.
        sell(ALICE, pool, FactoryToken(pool).balanceOf(ALICE));
        vm.prank(ALICE);
        hub.repayLoan(what % pools.length + 1);
    }

    /// Borrow, buy with the payout, borrow again: the loop by hand ends with a loss, too.
    function testFuzz_loopingEarnsNothing(uint256 what, uint256 amount) public {
        address pool = pools[what % pools.length];
        amount = bound(amountOf(amount, 1e24), 50e18, 1e24);
        uint256 spend = amount;
        for (uint256 i; i < 6; ++i) {
            uint256 bought = buy(BOB, pool, spend);
            if (main.getColleteralValue(bought, pool) < 0.99e18) break;
            uint256 hubId = borrow(BOB, pool, bought, 10);
            spend = hub.getUserLoanDetails(BOB, hubId).borrowedAmount;
            if (spend < 5e18) break;
        }
        for (uint256 i = hub.userLoanCount(BOB); i > 0; --i) {
            vm.prank(BOB);
            hub.repayLoan(i);
        }
        sell(BOB, pool, FactoryToken(pool).balanceOf(BOB));
        vm.assertLe(usdb.balanceOf(BOB), start, "USDB of the attacker");
    }

    /// The largest fee is 7 %; a rise so small that the fee would eat it is refused.
    function test_feesStayBelowThePayout() public {
        uint256 bought = buy(BOB, pools[0], 100e18);
        uint256 hubId = borrow(BOB, pools[0], bought / 2, 1_000);
        ILoanHub.UserLoanDetails memory loan = hub.getUserLoanDetails(BOB, hubId);
        vm.assertEq(loan.borrowedAmount, loan.fullAmount - (loan.fullAmount * 7 + 99) / 100);
        vm.startPrank(BOB);
        // Worth 1 wei, which the fee takes.
        vm.expectRevert(ILoanBook.LoanTooSmall.selector);
        hub.increaseLoan(hubId, 1);
        vm.stopPrank();
        // Refinancing pays out at least 93 % of the rise.
        buy(ALICE, pools[0], 1_000e18);
        (, uint256 coreId,) = hub.userLoans(BOB, hubId);
        (bool possible,, uint256 extra) =
            main.ExtensionEligibility(address(hub), coreId, 0, false, false, true);
        uint256 rise = main.getColleteralValue(bought / 2, pools[0]) - loan.fullAmount;
        vm.assertTrue(possible && extra == rise - (rise * 7 + 99) / 100);
    }

    function test_liquidatingOneSecondEarly() public {
        uint256 hubId = borrow(BOB, pools[0], buy(BOB, pools[0], 100e18), 10);
        (, uint256 coreId,) = hub.userLoans(BOB, hubId);
        vm.warp(hub.getUserLoanDetails(BOB, hubId).liquidationTime - 1);
        vm.startPrank(KEEPER);
        vm.expectRevert(ILoanBook.LoanNotExpired.selector);
        hub.liquidate(BOB, hubId);
        vm.expectRevert(ILoanBook.LoanNotExpired.selector);
        main.LiquidateLoan(coreId, address(hub), false);
        vm.warp(vm.getBlockTimestamp() + 1);
        hub.liquidate(BOB, hubId);
        vm.expectRevert(ILoanBook.LoanNotActive.selector);
        hub.liquidate(BOB, hubId);
        vm.stopPrank();
    }

    /// Every function acts on the caller's own loans: BOB has no first loan, ALICE has.
    function test_loansOfOthers() public {
        vm.startPrank(BOB);
        vm.expectRevert(ILoanHub.LoanNotFound.selector);
        hub.repayLoan(1);
        vm.expectRevert(ILoanHub.LoanNotFound.selector);
        hub.extendLoan(1, 0, true, true);
        vm.expectRevert(ILoanHub.LoanNotFound.selector);
        hub.increaseLoan(1, 1e18);
        vm.expectRevert(ILoanHub.LoanNotFound.selector);
        hub.hubPartialLoanSell(1, 100, false, 0);
        vm.expectRevert(ILoanHub.LoanNotFound.selector);
        hub.claimLiquidation(1);
        // Nor does the core book know him.
        vm.expectRevert(ILoanBook.LoanNotFound.selector);
        main.RepayLoan(1, false);
        vm.expectRevert(ILoanBook.LoanNotFound.selector);
        main.ClaimLiquidation(1, false);
        vm.expectRevert(ILoanBook.LoanNotFound.selector);
        main.ExtendLoan(1, 0, false, true, true, true);
        vm.expectRevert(ILoanBook.LoanNotFound.selector);
        main.LiquidateLoan(1, ALICE, false);
        vm.stopPrank();
    }

    /// What is left of a liquidated loan waits for its borrower alone, once.
    function test_claimsOfOthers() public {
        vm.warp(vm.getBlockTimestamp() + 500 days);
        vm.prank(BOB);
        hub.liquidate(ALICE, 1);
        uint256 claim = hub.getUserLoanDetails(ALICE, 1).liquidationClaim;
        vm.assertTrue(claim > 0);
        borrow(BOB, pools[0], buy(BOB, pools[0], 10e18), 10);
        vm.startPrank(BOB);
        vm.expectRevert(ILoanBook.NothingToClaim.selector);
        hub.claimLiquidation(1);
        vm.stopPrank();
        uint256 held = main.balanceOf(ALICE);
        vm.startPrank(ALICE);
        hub.claimLiquidation(1);
        vm.expectRevert(ILoanBook.NothingToClaim.selector);
        hub.claimLiquidation(1);
        vm.stopPrank();
        vm.assertEq(main.balanceOf(ALICE), held + claim);
    }

    /// Dust cannot pile up: the smallest loan is 0.99 USDB, rounding is against the borrower in every step.
    function test_dustLoans() public {
        buy(BOB, pools[0], 10e18);
        uint256 least = main.collateralFor(0.99e18);
        vm.prank(BOB);
        vm.expectRevert(ILoanBook.LoanTooSmall.selector);
        hub.takeLoan(address(main), pools[0], least - 1, 10);
        uint256 hubId = borrow(BOB, pools[0], least, 10);
        // A thousand times 1,000 wei: paid out is less than 980 wei each.
        uint256 before = usdb.balanceOf(BOB);
        uint256 price = main.getTokenPrice();
        vm.startPrank(BOB);
        for (uint256 i; i < 100; ++i) {
            hub.increaseLoan(hubId, 1_000);
        }
        vm.stopPrank();
        vm.assertLe(usdb.balanceOf(BOB) - before, 100_000 * price / 1e18 * 980 / 1_000, "paid out");
        ILoanHub.UserLoanDetails memory loan = hub.getUserLoanDetails(BOB, hubId);
        vm.assertTrue(main.collateralFor(loan.fullAmount) <= loan.collateralAmount);
    }

    /// TIDE or tokens sent to the contract by mistake are no collateral of anybody, and lend nothing.
    function test_donatedTokensAreNotLent() public {
        uint256 bought = buy(BOB, pools[0], 100e18);
        vm.startPrank(BOB);
        main.transfer(address(main), bought / 2);
        vm.expectRevert();
        hub.takeLoan(address(main), pools[0], bought, 10);
        vm.stopPrank();
        uint256 lent = main.lent();
        sell(ALICE, pools[0], main.balanceOf(ALICE));
        vm.assertEq(main.lent(), lent);
    }

    /// A router of a hostile operator, set before lending begins, lists a token that claims any value: its pool would have
    /// to send TIDE of that value first.
    function test_fakeTokensLendNothing() public {
        FakeTokenRouter fake = new FakeTokenRouter();
        vm.prank(address(hub));
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.UnknownToken.selector, address(fake)));
        main.TakeLoan(1e18, address(fake), 10);
        // The router is final; only a manipulated storage can name another one.
        vm.store(address(main), bytes32(uint256(17)), bytes32(uint256(uint160(address(fake)))));
        vm.assertEq(main.SWAP(), address(fake));
        vm.prank(address(hub));
        vm.expectRevert(IPool.NotPaid.selector);
        main.TakeLoan(1e18, address(fake), 10);
    }

    function _canRefinance(uint256 coreId) private view returns (bool possible) {
        (possible,,) = main.ExtensionEligibility(address(hub), coreId, 0, false, true, true);
    }
}
