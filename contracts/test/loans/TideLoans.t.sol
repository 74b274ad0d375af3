// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {LoanFixture} from "../helpers/LoanFixture.sol";
import {Vm} from "../helpers/Test.sol";

/// @dev Loans on TIDE with numbers: ALICE buys with 1,000 USDB and borrows on 500 TIDE for 100 days.
contract TideLoansTest is LoanFixture {
    uint256 private constant COLLATERAL = 500e18;
    uint256 private constant DEBT = 504_128544620517097581;
    uint256 private constant FEE = 12_603213615512927440;
    uint256 private constant TAX = FEE / 2;

    uint256 private hubId;
    uint256 private usdbBefore;

    function setUp() public override {
        super.setUp();
        vm.assertEq(buy(ALICE, address(main), 1_000e18), 904_956798544793087767);
        vm.assertEq(main.getColleteralValue(COLLATERAL, address(main)), DEBT);
        usdbBefore = usdb.balanceOf(ALICE);
        hubId = borrow(ALICE, address(main), COLLATERAL, 100);
    }

    function test_takeLoan() public view {
        vm.assertEq(hubId, 1);
        vm.assertEq(usdb.balanceOf(ALICE), usdbBefore + DEBT - FEE);
        // Principal changes no reserve; half of the fee, rounded up, raises the price.
        vm.assertEq(main.reserve1(), 11_001_301606807756463720);
        vm.assertEq(main.getTokenPrice(), 1_008834955520027375);
        vm.assertEq(main.lent(), DEBT);
        vm.assertEq(usdb.balanceOf(address(main)), main.getLiquidity() - DEBT);
        vm.assertEq(main.collateralHeld(address(main)), COLLATERAL);
        // The other half is tax of TIDE: 20 % to the creator, the rest to the treasury, as there is no vault.
        // The purchase has paid 5 USDB of tax before.
        vm.assertEq(taxes.totalDevTaxCollected(address(main)), 1e18 + TAX * 2_000 / 10_000);
        vm.assertEq(usdb.balanceOf(address(hub)) + main.balanceOf(address(hub)), 0);
        ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
        vm.assertEq(loan.user, address(hub));
        vm.assertEq(loan.token, address(main));
        vm.assertEq(loan.collateralAmount, COLLATERAL);
        vm.assertEq(loan.fullAmount, DEBT);
        vm.assertEq(loan.borrowedAmount, DEBT - FEE);
        vm.assertEq(loan.creationTime, vm.getBlockTimestamp());
        vm.assertEq(loan.liquidationTime, vm.getBlockTimestamp() + 100 days);
        vm.assertTrue(loan.active);
    }

    function test_repay() public {
        vm.prank(ALICE);
        hub.repayLoan(hubId);
        vm.assertEq(usdb.balanceOf(ALICE), usdbBefore - FEE);
        vm.assertEq(main.balanceOf(ALICE), 904_956798544793087767);
        vm.assertEq(main.lent(), 0);
        vm.assertEq(main.collateralHeld(address(main)), 0);
        vm.assertEq(usdb.balanceOf(address(main)), main.getLiquidity());
        ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
        vm.assertFalse(loan.active);
        vm.assertEq(loan.timeOfClosure, vm.getBlockTimestamp());
        vm.assertEq(loan.fullAmount, DEBT, "keeps its last figures");
        vm.assertEq(loan.collateralAmount, COLLATERAL);
    }

    /// An expired loan can be repaid until somebody liquidates it, but not extended or increased.
    function test_expiredLoan() public {
        vm.warp(vm.getBlockTimestamp() + 101 days);
        vm.startPrank(ALICE);
        vm.expectRevert(ILoanBook.LoanExpired.selector);
        hub.extendLoan(hubId, 10, true, false);
        vm.expectRevert(ILoanBook.LoanExpired.selector);
        hub.increaseLoan(hubId, 1e18);
        hub.repayLoan(hubId);
        vm.stopPrank();
        vm.assertEq(main.lent(), 0);
    }

    function test_liquidation() public {
        vm.warp(vm.getBlockTimestamp() + 100 days);
        uint256 price = main.getTokenPrice();
        vm.prank(KEEPER);
        hub.liquidate(ALICE, hubId);
        ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
        vm.assertEq(loan.liquidatedAmount, 499_713597216357701578);
        vm.assertEq(main.balanceOf(KEEPER), 28640278364229842);
        vm.assertEq(loan.liquidationClaim, 257762505278068580);
        vm.assertTrue(loan.isLiquidated);
        vm.assertFalse(loan.active);
        vm.assertEq(main.reserve1(), 10_497_173062187239366139);
        vm.assertEq(main.getTokenPrice(), price, "least collateral: the price stays");
        vm.assertEq(main.lent(), 0);
        vm.assertEq(usdb.balanceOf(address(main)), 497_173062187239366139);
        vm.assertEq(main.collateralHeld(address(main)), 257762505278068580);

        uint256 held = main.balanceOf(ALICE);
        vm.prank(ALICE);
        vm.assertEq(hub.claimLiquidation(hubId), 257762505278068580);
        vm.assertEq(main.balanceOf(ALICE), held + 257762505278068580);
        vm.assertEq(main.balanceOf(address(main)), 0);
        vm.prank(ALICE);
        vm.expectRevert(ILoanBook.NothingToClaim.selector);
        hub.claimLiquidation(hubId);
    }

    /// By the function of the core book the liquidator is the caller, not the hub.
    function test_liquidationThroughTheCoreBook() public {
        vm.warp(vm.getBlockTimestamp() + 100 days);
        vm.expectEmit(address(main));
        emit ILoanBook.LoanLiquidated(address(hub), 1, KEEPER);
        vm.prank(KEEPER);
        main.LiquidateLoan(1, address(hub), false);
        vm.assertEq(main.balanceOf(KEEPER), 28640278364229842);
        vm.assertEq(coreOf(ALICE, hubId).liquidationClaim, 257762505278068580);
    }

    /// 30 % of the debt is burned at the collateral value; what that leaves of 30 % of the collateral is sold.
    function test_partialSale() public {
        (uint256 burned, uint256 tokens, uint256 residual) =
            main.getPartialLoanSellAmounts(1, address(hub), 30, false);
        vm.assertEq(burned, 149_914079164907310474);
        vm.assertEq(tokens, 0);
        vm.assertEq(residual, 85920835092689526);
        uint256 price = main.getTokenPrice();
        uint256 held = usdb.balanceOf(ALICE);
        vm.recordLogs();
        vm.prank(ALICE);
        hub.hubPartialLoanSell(hubId, 30, false, 0);
        (uint256 sold, address trader, uint8 kind) = _lastTrade();
        vm.assertEq(sold, residual);
        vm.assertEq(trader, ALICE);
        vm.assertEq(kind, 1);
        ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
        vm.assertEq(loan.fullAmount, 352_889981234361968306);
        vm.assertEq(loan.collateralAmount, 350e18);
        vm.assertEq(loan.borrowedAmount, DEBT - FEE, "never falls");
        vm.assertTrue(loan.active);
        vm.assertEq(main.lent(), loan.fullAmount);
        vm.assertEq(main.collateralHeld(address(main)), 350e18);
        vm.assertTrue(main.getTokenPrice() >= price);
        // 0.0859 TIDE at 1.0088, less 0.5 % tax.
        uint256 received = usdb.balanceOf(ALICE) - held;
        vm.assertTrue(received > 0.0862e18 && received < 0.0863e18);
    }

    function test_saleOfEverythingClosesTheLoan() public {
        vm.prank(ALICE);
        hub.hubPartialLoanSell(hubId, 100, false, 0.28e18);
        ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
        vm.assertFalse(loan.active);
        vm.assertEq(loan.fullAmount, DEBT, "keeps its last figures");
        vm.assertEq(main.lent(), 0);
        vm.assertEq(main.balanceOf(address(main)), 0);
    }

    function test_limitsOfSales() public {
        uint256[4] memory invalid = [uint256(0), 5, 15, 110];
        for (uint256 i; i < invalid.length; ++i) {
            vm.prank(ALICE);
            vm.expectRevert(ILoanBook.InvalidPercentage.selector);
            hub.hubPartialLoanSell(hubId, invalid[i], false, 0);
        }
        uint256 small = borrow(ALICE, address(main), 1e18, 10);
        vm.startPrank(ALICE);
        hub.hubPartialLoanSell(small, 90, false, 0);
        hub.hubPartialLoanSell(small, 90, false, 0);
        vm.expectRevert(ILoanBook.RemainderTooSmall.selector);
        hub.hubPartialLoanSell(small, 10, false, 0);
        hub.hubPartialLoanSell(small, 100, false, 0);
        vm.stopPrank();
    }

    /// 100 days more on 504.13 USDB cost 2.52: half tax, half to the pool.
    function test_extensionPaidInUsdb() public {
        uint256 fee = 2_520642723102585488;
        (bool possible, uint256 due, uint256 extra) =
            main.ExtensionEligibility(address(hub), 1, 100, false, true, false);
        vm.assertTrue(possible);
        vm.assertEq(due, fee);
        vm.assertEq(extra, 0);
        uint256 r1 = main.reserve1();
        uint256 held = usdb.balanceOf(ALICE);
        uint256 end = coreOf(ALICE, hubId).liquidationTime;
        vm.prank(ALICE);
        hub.extendLoan(hubId, 100, true, false);
        vm.assertEq(usdb.balanceOf(ALICE), held - fee);
        vm.assertEq(main.reserve1(), r1 + fee / 2);
        vm.assertEq(coreOf(ALICE, hubId).fullAmount, DEBT);
        vm.assertEq(coreOf(ALICE, hubId).liquidationTime, end + 100 days);
        vm.assertEq(usdb.balanceOf(address(main)), main.getLiquidity() - main.lent());
    }

    /// The price must have risen by more than the fee for it to become debt.
    function test_extensionAddedToTheDebt() public {
        (bool possible, uint256 fee,) = main.ExtensionEligibility(address(hub), 1, 200, false, false, false);
        vm.assertFalse(possible);
        vm.prank(ALICE);
        vm.expectRevert(ILoanBook.DebtNotCovered.selector);
        hub.extendLoan(hubId, 200, false, false);
        buy(BOB, address(main), 50_000e18);
        (possible, fee,) = main.ExtensionEligibility(address(hub), 1, 200, false, false, false);
        vm.assertTrue(possible);
        vm.assertEq(fee, 5_041285446205170976);
        uint256 held = usdb.balanceOf(ALICE);
        vm.prank(ALICE);
        hub.extendLoan(hubId, 200, false, false);
        vm.assertEq(usdb.balanceOf(ALICE), held);
        vm.assertEq(coreOf(ALICE, hubId).fullAmount, DEBT + fee);
        vm.assertEq(main.lent(), DEBT + fee);
        vm.assertEq(usdb.balanceOf(address(main)), main.getLiquidity() - main.lent());
    }

    /// The debt rises to the present value; the difference less its fee for the remaining days is paid out.
    function test_refinancing() public {
        buy(BOB, address(main), 50_000e18);
        vm.warp(vm.getBlockTimestamp() + 1 hours);
        uint256 value = main.getColleteralValue(COLLATERAL, address(main));
        uint256 rise = value - DEBT;
        uint256 loanFee = (rise * (2_000 + 5 * 100) + 99_999) / 100_000;
        (bool possible, uint256 fee, uint256 extra) =
            main.ExtensionEligibility(address(hub), 1, 0, false, false, true);
        vm.assertTrue(possible);
        vm.assertEq(fee, 0);
        vm.assertEq(extra, rise - loanFee);
        uint256 held = usdb.balanceOf(ALICE);
        vm.prank(ALICE);
        hub.extendLoan(hubId, 0, true, true);
        vm.assertEq(usdb.balanceOf(ALICE), held + rise - loanFee);
        ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
        vm.assertEq(loan.fullAmount, value);
        vm.assertEq(loan.borrowedAmount, DEBT - FEE + rise - loanFee);
        vm.assertEq(main.lent(), value);
        vm.assertEq(usdb.balanceOf(address(main)), main.getLiquidity() - value);
    }

    function test_refinancingAndExtending() public {
        buy(BOB, address(main), 50_000e18);
        (, uint256 fee, uint256 extra) = main.ExtensionEligibility(address(hub), 1, 50, false, false, true);
        uint256 rise = main.getColleteralValue(COLLATERAL, address(main)) - DEBT - fee;
        vm.assertEq(extra, rise - (rise * (2_000 + 5 * 150) + 99_999) / 100_000);
        uint256 held = usdb.balanceOf(ALICE);
        vm.prank(ALICE);
        hub.extendLoan(hubId, 50, false, true);
        vm.assertEq(usdb.balanceOf(ALICE), held + extra);
    }

    function test_limitsOfExtensions() public {
        vm.startPrank(ALICE);
        vm.expectRevert(ILoanBook.InvalidDays.selector);
        hub.extendLoan(hubId, 0, true, false);
        vm.expectRevert(ILoanBook.InvalidDays.selector);
        hub.extendLoan(hubId, 9, true, true);
        vm.expectRevert(ILoanBook.TermTooLong.selector);
        hub.extendLoan(hubId, 901, true, false);
        vm.expectRevert(ILoanBook.TermTooLong.selector);
        hub.extendLoan(hubId, type(uint256).max, true, false);
        hub.extendLoan(hubId, 900, true, false);
        vm.stopPrank();
        uint256 other = borrow(BOB, address(main), buy(BOB, address(main), 2e18), 10);
        vm.prank(BOB);
        vm.expectRevert(ILoanBook.NothingToRefinance.selector);
        hub.extendLoan(other, 0, true, true);
    }

    /// 100 TIDE more, at the price of today and for the 90 days that remain.
    function test_increase() public {
        vm.warp(vm.getBlockTimestamp() + 10 days - 1);
        uint256 value = main.getColleteralValue(100e18, address(main));
        uint256 fee = (value * (2_000 + 5 * 91) + 99_999) / 100_000;
        // 90 days and 1 second remain: 91 begun days.
        uint256 held = usdb.balanceOf(ALICE);
        vm.prank(ALICE);
        hub.increaseLoan(hubId, 100e18);
        vm.assertEq(usdb.balanceOf(ALICE), held + value - fee);
        ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
        vm.assertEq(loan.collateralAmount, 600e18);
        vm.assertEq(loan.fullAmount, DEBT + value);
        vm.assertEq(loan.borrowedAmount, DEBT - FEE + value - fee);
        vm.assertEq(main.lent(), DEBT + value);
    }

    function test_limitsOfLoans() public {
        vm.startPrank(ALICE);
        vm.expectRevert(ILoanBook.InvalidDays.selector);
        hub.takeLoan(address(main), address(main), 10e18, 9);
        vm.expectRevert(ILoanBook.InvalidDays.selector);
        hub.takeLoan(address(main), address(main), 10e18, 1_001);
        vm.expectRevert(ILoanBook.LoanTooSmall.selector);
        hub.takeLoan(address(main), address(main), 0.98e18, 10);
        vm.expectRevert(ILoanBook.LoanTooSmall.selector);
        hub.increaseLoan(hubId, 0);
        vm.stopPrank();
    }

    /// Clients count ids upwards until the row is empty.
    function test_unknownIdsAreEmptyRows() public {
        borrow(ALICE, address(main), 10e18, 10);
        vm.assertEq(main.loans(address(hub), main.loanCount(address(hub))).user, address(hub));
        ILoanBook.LoanDetails memory empty;
        string memory expected = string(abi.encode(empty));
        vm.assertEq(string(abi.encode(main.loans(address(hub), main.loanCount(address(hub)) + 1))), expected);
        vm.assertEq(string(abi.encode(main.loans(ALICE, 1))), expected);
        vm.assertEq(string(abi.encode(main.leverages(ALICE, 1))), expected);
        vm.assertEq(string(abi.encode(main.leverages(ALICE, 0))), expected);
    }

    function test_constants() public view {
        vm.assertEq(main.staticFeePercentage(), 200);
        vm.assertEq(main.dynamicFeePercentage(), 5);
        vm.assertEq(main.minDaysLoan(), 10);
        vm.assertEq(main.maxDaysLoan(), 1_000);
        vm.assertEq(main.minimumLoan(), 0.99e18);
        vm.assertEq(main.getDynamicFee(DEBT, 100), 2_520642723102585488);
        vm.assertEq(main.loanCount(address(hub)), 1);
        vm.assertEq(main.leverageCount(ALICE), 0);
        vm.assertEq(main.getLeverageCountForUserAndToken(ALICE, address(main)), 0);
    }

    function _lastTrade() private returns (uint256 sold, address trader, uint8 kind) {
        bytes32 topic = keccak256("TokensTraded(uint256,uint256,address,uint256,uint8)");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != topic) continue;
            trader = address(uint160(uint256(logs[i].topics[1])));
            (sold,,, kind) = abi.decode(logs[i].data, (uint256, uint256, uint256, uint8));
        }
    }
}
