// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {ILoanHub} from "../../src/loans/ILoanHub.sol";
import {LoanMath} from "../../src/loans/LoanMath.sol";
import {IStakingVault} from "../../src/vault/IStakingVault.sol";
import {StakingVault} from "../../src/vault/StakingVault.sol";
import {VaultFixture} from "../helpers/VaultFixture.sol";

/// @dev Loans on locked shares. ALICE has locked 1,000 of 2,000 shares, BOB has 1,000 free ones.
contract VaultLoansTest is VaultFixture {
    function setUp() public override {
        super.setUp();
        wrap(ALICE, 2_000e18);
        lock(ALICE, 1_000e18);
        wrap(BOB, 1_000e18);
        investAll();
        vm.warp(vm.getBlockTimestamp() + 2 days);
    }

    // Borrowing

    /// Debt: the value of the pledge. Paid out: that less 2 % and 0.005 % for each of 100 days.
    function test_borrows() public {
        uint256 debt = main.getColleteralValue(600e18, address(main));
        uint256 paid = debt - LoanMath.fee(debt, 100);
        vm.assertEq(LoanMath.fee(1_000e18, 100), 25e18);
        uint256 assets = vault.totalAssets();
        vm.expectEmit(address(vault));
        emit IStakingVault.LoanTaken(ALICE, 1, 600e18);
        vm.assertEq(borrow(ALICE, 600e18, 100), paid);

        (uint256 locked, uint256 pledged, uint256 hubId, bool hasLoan) = vault.userVaults(ALICE);
        vm.assertEq(locked, 1_000e18);
        vm.assertEq(pledged, 600e18);
        vm.assertEq(hubId, 1);
        vm.assertTrue(hasLoan);
        vm.assertEq(vault.totalAssets(), assets, "what is pledged counts");
        vm.assertEq(vault.totalStasisPledged(), 600e18);
        vm.assertEq(vault.totalStasisAvailable(), assets - 600e18);
        vm.assertEq(main.allowance(address(vault), address(hub)), 0);
        ILoanHub.UserLoanDetails memory loan = hub.getUserLoanDetails(address(vault), 1);
        vm.assertEq(loan.collateralAmount, 600e18);
        vm.assertEq(loan.fullAmount, debt);
        vm.assertEq(loan.borrowedAmount, paid);
        // A half of the fee is tax of TIDE; 16 % of it wait in the vault.
        vm.assertEq(vault.pendingYield(), LoanMath.fee(debt, 100) / 2 * 1_600 / 10_000);
    }

    function test_pledgesAreCovered() public {
        uint256 worth = vault.convertToAssets(1_000e18);
        vm.assertEq(vault.getAvailableStasis(ALICE), worth);
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IStakingVault.NotEnoughStasis.selector, worth));
        vault.borrow(worth + 1, 10);
        vault.borrow(600e18, 10);
        uint256 left = vault.getAvailableStasis(ALICE);
        vm.assertEq(left, worth - 600e18);
        investAll();
        vm.expectRevert(abi.encodeWithSelector(IStakingVault.NotEnoughStasis.selector, left));
        vault.addToLoan(left + 1);
        vault.addToLoan(left);
        vm.assertEq(vault.getAvailableStasis(ALICE), 0);
    }

    /// Locked shares that gain back the same pledge with fewer of them.
    function test_yieldFreesShares() public {
        borrow(ALICE, vault.getAvailableStasis(ALICE), 100);
        inject(100_000e18);
        vm.warp(vm.getBlockTimestamp() + 1 days);
        uint256 needed = 1_000e18 - _freeShares(ALICE);
        vm.assertGe(vault.convertToAssets(needed), 1_000e18, "covers the pledge");
        vm.assertLe(vault.convertToAssets(needed - 1), 1_000e18 + 1e16, "with no share too many");
        vm.assertGe(vault.getAvailableStasis(ALICE), 1e18, "and can be pledged");
    }

    function test_onlyLockedSharesArePledged() public {
        vm.startPrank(BOB);
        vm.expectRevert(abi.encodeWithSelector(IStakingVault.NotEnoughStasis.selector, 0));
        vault.borrow(1e18, 10);
    }

    function test_oneLoanPerWallet() public {
        borrow(ALICE, 100e18, 10);
        vm.startPrank(ALICE);
        vm.expectRevert(IStakingVault.LoanActive.selector);
        vault.borrow(100e18, 10);
    }

    function test_termsAreThoseOfTheHub() public {
        vm.startPrank(ALICE);
        vm.expectRevert(ILoanBook.InvalidDays.selector);
        vault.borrow(100e18, 9);
        vm.expectRevert(ILoanBook.InvalidDays.selector);
        vault.borrow(100e18, 1_001);
        vm.expectRevert(ILoanBook.LoanTooSmall.selector);
        vault.borrow(0.1e18, 10);
        vm.expectRevert(ILoanBook.LoanTooSmall.selector);
        vault.borrow(0, 10);
        (,,, bool hasLoan) = vault.userVaults(ALICE);
        vm.assertFalse(hasLoan);
    }

    /// Its liquidations would be everybody's loss.
    function test_vaultThatTheHubDoesNotKnowDoesNotLend() public {
        StakingVault other = StakingVault(deploy("StakingVault", abi.encode(main, hub)));
        vm.startPrank(ALICE);
        main.approve(address(other), 100e18);
        other.buy(100e18);
        other.lock(100e18);
        vm.expectRevert(IStakingVault.BorrowingUnavailable.selector);
        other.borrow(50e18, 10);
    }

    // Pledged shares

    function test_sharesBehindAPledgeStayLocked() public {
        borrow(ALICE, 600e18, 100);
        investAll();
        uint256 free = _freeShares(ALICE);
        vm.assertGe(free, 400e18, "the price has risen");
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IStakingVault.NotEnoughShares.selector, free));
        vault.unlock(free + 1);
        vault.unlock(free);
        vm.expectRevert(abi.encodeWithSelector(IStakingVault.NotEnoughShares.selector, 0));
        vault.unlock(1);
        vm.assertLe(vault.getAvailableStasis(ALICE), 2, "nothing is left to pledge");
        vm.expectRevert(IStakingVault.SharesLocked.selector);
        vault.transfer(BOB, 1_000e18 + free + 1);
        vault.sell(1_000e18 + free, false, 0);
        vm.expectRevert(IStakingVault.SharesLocked.selector);
        vault.sell(1, false, 0);
    }

    /// What others unwrap does not depend on pledges: everybody's TIDE but the pledged is here.
    function test_othersUnwrapEverything() public {
        borrow(ALICE, vault.getAvailableStasis(ALICE), 100);
        uint256 worth = vault.convertToAssets(1_000e18);
        vm.assertEq(unwrap(BOB, 1_000e18), worth);
        unwrap(ALICE, 1_000e18);
        vm.assertGe(main.balanceOf(address(vault)) + vault.totalStasisPledged(), vault.totalAssets(), "held");
    }

    // Adding, extending, repaying

    function test_addsToTheLoan() public {
        borrow(ALICE, 300e18, 100);
        vm.warp(vm.getBlockTimestamp() + 9 days + 1);
        investAll();
        uint256 debt = main.getColleteralValue(200e18, address(main));
        uint256 paid = debt - LoanMath.fee(debt, 91);
        uint256 before = usdb.balanceOf(ALICE);
        vm.expectEmit(address(vault));
        emit IStakingVault.LoanAdded(ALICE, 1, 200e18, paid);
        vm.prank(ALICE);
        vault.addToLoan(200e18);
        vm.assertEq(usdb.balanceOf(ALICE) - before, paid);
        (, uint256 pledged,,) = vault.userVaults(ALICE);
        vm.assertEq(pledged, 500e18);
        vm.assertEq(vault.totalStasisPledged(), 500e18);
        vm.assertEq(hub.getUserLoanDetails(address(vault), 1).collateralAmount, 500e18);
    }

    /// 0.005 % of the debt for each of 50 days, from the wallet.
    function test_extendsForUsdb() public {
        borrow(ALICE, 300e18, 100);
        investAll();
        ILoanHub.UserLoanDetails memory loan = hub.getUserLoanDetails(address(vault), 1);
        uint256 fee = LoanMath.dailyFee(loan.fullAmount, 50);
        uint256 before = usdb.balanceOf(ALICE);
        vm.expectEmit(address(vault));
        emit IStakingVault.LoanExtended(ALICE, 1, 50);
        vm.prank(ALICE);
        vault.extendLoan(50, true, false);
        vm.assertEq(before - usdb.balanceOf(ALICE), fee);
        vm.assertEq(vault.pendingYield() / 1e15, fee / 2 * 1_600 / 10_000 / 1e15, "its part of the fee");
        ILoanHub.UserLoanDetails memory extended = hub.getUserLoanDetails(address(vault), 1);
        vm.assertEq(extended.liquidationTime, loan.liquidationTime + 50 days);
        vm.assertEq(extended.fullAmount, loan.fullAmount);
        vm.assertEq(usdb.allowance(address(vault), address(hub)), 0);
    }

    /// The price of TIDE has risen: refinancing pays the difference less its fee.
    function test_refinances() public {
        borrow(ALICE, 300e18, 100);
        buy(CAROL, address(main), 500_000e18);
        investAll();
        ILoanHub.UserLoanDetails memory loan = hub.getUserLoanDetails(address(vault), 1);
        (, uint256 fee, uint256 extra) =
            main.ExtensionEligibility(address(hub), loan.coreLoanId, 10, false, true, true);
        vm.assertGe(extra, 100e18, "more was lent");
        uint256 before = usdb.balanceOf(ALICE);
        vm.prank(ALICE);
        vault.extendLoan(10, true, true);
        vm.assertEq(usdb.balanceOf(ALICE) + fee - before, extra);
        // The daily fee on top of the debt, out of the same value.
        buy(CAROL, address(main), 100_000e18);
        investAll();
        (, fee, extra) = main.ExtensionEligibility(address(hub), loan.coreLoanId, 10, false, false, true);
        before = usdb.balanceOf(ALICE);
        vm.prank(ALICE);
        vault.extendLoan(10, false, true);
        vm.assertEq(usdb.balanceOf(ALICE) - before, extra);
    }

    function test_refusedExtensionsTakeNothing() public {
        borrow(ALICE, 300e18, 100);
        uint256 before = usdb.balanceOf(ALICE);
        vm.startPrank(ALICE);
        vm.expectRevert(ILoanBook.InvalidDays.selector);
        vault.extendLoan(9, true, false);
        vm.expectRevert(ILoanBook.TermTooLong.selector);
        vault.extendLoan(901, true, false);
        vm.assertEq(usdb.balanceOf(ALICE), before);
    }

    function test_repays() public {
        borrow(ALICE, 600e18, 100);
        investAll();
        uint256 debt = hub.getUserLoanDetails(address(vault), 1).fullAmount;
        (uint256 before, uint256 assets) = (usdb.balanceOf(ALICE), vault.totalAssets());
        vm.expectEmit(address(vault));
        emit IStakingVault.LoanRepaid(ALICE, 1, 600e18);
        vm.prank(ALICE);
        vault.repay();
        vm.assertEq(before - usdb.balanceOf(ALICE), debt);
        vm.assertEq(vault.totalAssets(), assets);
        vm.assertEq(vault.totalStasisPledged(), 0);
        (uint256 locked, uint256 pledged,, bool hasLoan) = vault.userVaults(ALICE);
        vm.assertEq(locked, 1_000e18, "stay locked");
        vm.assertEq(pledged, 0);
        vm.assertFalse(hasLoan);
        vm.startPrank(ALICE);
        vm.expectRevert(IStakingVault.LoanNotActive.selector);
        vault.repay();
        vault.unlock(1_000e18);
        vault.sell(2_000e18, false, 0);
    }

    function test_aSecondLoanHasItsOwnId() public {
        borrow(ALICE, 600e18, 100);
        lock(BOB, 500e18);
        borrow(BOB, 200e18, 50);
        vm.prank(ALICE);
        vault.repay();
        borrow(ALICE, 100e18, 20);
        (, uint256 alice, uint256 hubId,) = vault.userVaults(ALICE);
        vm.assertEq(hubId, 3);
        (, uint256 bob, uint256 bobsId,) = vault.userVaults(BOB);
        vm.assertEq(bobsId, 2);
        vm.assertEq(vault.totalStasisPledged(), alice + bob);
    }

    /// Expired, but not liquidated: it can be repaid, not extended or increased.
    function test_expiredLoansAreRepaid() public {
        borrow(ALICE, 600e18, 10);
        vm.warp(vm.getBlockTimestamp() + 20 days);
        vm.startPrank(ALICE);
        vm.expectRevert(ILoanBook.LoanExpired.selector);
        vault.addToLoan(1e18);
        vm.expectRevert(ILoanBook.LoanExpired.selector);
        vault.extendLoan(10, false, false);
        vault.repay();
        vm.assertEq(vault.totalStasisPledged(), 0);
    }

    function test_withoutALoanNothingIsDone() public {
        vm.startPrank(BOB);
        vm.expectRevert(IStakingVault.LoanNotActive.selector);
        vault.repay();
        vm.expectRevert(IStakingVault.LoanNotActive.selector);
        vault.addToLoan(1e18);
        vm.expectRevert(IStakingVault.LoanNotActive.selector);
        vault.extendLoan(10, false, false);
        vm.expectRevert(IStakingVault.NothingToSettle.selector);
        vault.settleLiquidation();
    }

    // Liquidation

    /// The borrower pays with shares for what was burned and for the liquidator's tenth of the rest.
    function test_liquidationChargesTheBorrower() public {
        (uint256 lost,) = _prepareLiquidation();
        uint256 needed = (lost * (vault.totalSupply() + 1e15) - 1) / (vault.totalAssets() + 1e15) + 1;
        (uint256 assets, uint256 bobs) = (vault.totalAssets(), vault.convertToAssets(1_000e18));
        vm.expectEmit(address(vault));
        emit IStakingVault.LiquidationProcessed(ALICE, needed);
        vm.prank(KEEPER);
        hub.liquidate(address(vault), 1);

        vm.assertEq(vault.balanceOf(ALICE), 2_000e18 - needed);
        (uint256 locked, uint256 pledged,, bool hasLoan) = vault.userVaults(ALICE);
        vm.assertEq(locked, 1_000e18 - needed);
        vm.assertEq(pledged, 0);
        vm.assertTrue(hasLoan, "until it is settled");
        vm.assertEq(vault.totalAssets(), assets - lost);
        vm.assertEq(vault.totalStasisPledged(), 0);
        vm.assertGe(main.balanceOf(address(vault)), assets - lost, "the rest came back");
        vm.assertGe(vault.convertToAssets(1_000e18), bobs, "nobody else is charged");
        vm.assertLe(vault.convertToAssets(1_000e18), bobs + 2, "or gains more than rounding");
    }

    /// The same by the core book, whoever calls.
    function test_liquidationByTheCoreBookIsTheSame() public {
        (uint256 lost, uint256 reward) = _prepareLiquidation();
        uint256 assets = vault.totalAssets();
        uint256 coreId = hub.getUserLoanDetails(address(vault), 1).coreLoanId;
        vm.prank(KEEPER);
        main.LiquidateLoan(coreId, address(hub), false);
        vm.assertEq(main.balanceOf(KEEPER), reward);
        vm.assertEq(vault.totalAssets(), assets - lost);
        vm.assertEq(vault.totalStasisPledged(), 0);
    }

    function test_whatIsLeftIsFreeAfterSettling() public {
        _prepareLiquidation();
        hub.liquidate(address(vault), 1);
        (uint256 locked,,,) = vault.userVaults(ALICE);
        vm.assertEq(vault.getAvailableStasis(ALICE), 0);
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IStakingVault.NotEnoughShares.selector, 0));
        vault.unlock(1);
        vm.expectRevert(IStakingVault.LoanActive.selector);
        vault.borrow(1e18, 10);
        vm.expectRevert(IStakingVault.LoanNotActive.selector);
        vault.repay();
        vault.settleLiquidation();
        (uint256 after_, uint256 pledged,, bool hasLoan) = vault.userVaults(ALICE);
        vm.assertEq(after_, locked);
        vm.assertEq(pledged, 0);
        vm.assertFalse(hasLoan);
        vm.assertEq(vault.getAvailableStasis(ALICE), vault.convertToAssets(locked));
        vault.unlock(locked);
        vault.sell(vault.balanceOf(ALICE), false, 0);
        vm.assertEq(vault.balanceOf(ALICE), 0);
    }

    function test_anybodySettlesOnce() public {
        _prepareLiquidation();
        hub.liquidate(address(vault), 1);
        vm.startPrank(CAROL);
        vault.settleLiquidationFor(ALICE);
        vm.expectRevert(IStakingVault.NothingToSettle.selector);
        vault.settleLiquidationFor(ALICE);
        vm.stopPrank();
        borrow(ALICE, vault.getAvailableStasis(ALICE), 10);
    }

    function test_activeLoansAreNotSettled() public {
        borrow(ALICE, 600e18, 10);
        vm.expectRevert(IStakingVault.NothingToSettle.selector);
        vault.settleLiquidationFor(ALICE);
        vm.expectRevert(ILoanBook.LoanNotExpired.selector);
        hub.liquidate(address(vault), 1);
    }

    /// TIDE has risen since: the debt takes less of the pledge, and the borrower keeps more shares.
    function test_risenTideCostsFewerShares() public {
        borrow(ALICE, 600e18, 10);
        buy(CAROL, address(main), 900_000e18);
        inject(50_000e18);
        vm.warp(vm.getBlockTimestamp() + 20 days);
        investAll();
        uint256 bobs = vault.convertToAssets(1_000e18);
        hub.liquidate(address(vault), 1);
        vm.assertGe(vault.balanceOf(ALICE), 1_600e18, "kept");
        vm.assertGe(vault.convertToAssets(1_000e18), bobs, "nobody else is charged");
    }

    /// Everything was pledged and the share price has not moved: all locked shares may go, none of the free ones.
    function test_liquidationNeverTakesFreeShares() public {
        borrow(ALICE, vault.getAvailableStasis(ALICE), 10);
        vm.warp(vm.getBlockTimestamp() + 10 days);
        hub.liquidate(address(vault), 1);
        vm.assertGe(vault.balanceOf(ALICE), 1_000e18, "the free ones");
    }

    /// The last holder loses the last shares: the price stays, and what is left belongs to nobody.
    function test_lastSharesAreCharged() public {
        unwrap(BOB, 1_000e18);
        unwrap(ALICE, 1_000e18);
        borrow(ALICE, vault.getAvailableStasis(ALICE), 10);
        uint256 price = sharePrice();
        vm.warp(vm.getBlockTimestamp() + 10 days);
        hub.liquidate(address(vault), 1);
        vm.assertGe(sharePrice(), price, "price");
        vault.settleLiquidationFor(ALICE);
        (uint256 locked,,,) = vault.userVaults(ALICE);
        vm.startPrank(ALICE);
        vault.unlock(locked);
        vault.sell(locked, false, 0);
        vm.stopPrank();
        wrap(CAROL, 10e18);
        vm.assertGe(sharePrice(), price, "price");
    }

    function test_onlyTheHubReportsLiquidations() public {
        borrow(ALICE, 600e18, 10);
        address[3] memory callers = [ALICE, OPERATOR, address(main)];
        for (uint256 i; i < 3; ++i) {
            vm.prank(callers[i]);
            vm.expectRevert(IStakingVault.OnlyLoanHub.selector);
            vault.onLoanLiquidated(1, 600e18, 0);
        }
    }

    /// Everything that a wallet does with a loan invests what waits, before anything else.
    function test_loanCallsInvest() public {
        bytes[6] memory calls = [
            abi.encodeCall(vault.borrow, (100e18, 10)),
            abi.encodeCall(vault.addToLoan, (10e18)),
            abi.encodeCall(vault.extendLoan, (10, true, false)),
            abi.encodeCall(vault.repay, ()),
            abi.encodeCall(vault.borrow, (100e18, 10)),
            abi.encodeCall(vault.settleLiquidation, ())
        ];
        for (uint256 i; i < calls.length; ++i) {
            if (i == 5) {
                vm.warp(vm.getBlockTimestamp() + 10 days);
                hub.liquidate(address(vault), 2);
            }
            payTax(10e18);
            uint256 left = vault.unreleasedYield();
            vm.prank(ALICE);
            (bool done,) = address(vault).call(calls[i]);
            vm.assertTrue(done);
            vm.assertGe(vault.unreleasedYield(), left + 2e18, "invested");
        }
    }

    /// @dev A loan of ALICE on 600 TIDE, expired. `lost`: what will be burned and the liquidator's tenth of the rest.
    function _prepareLiquidation() private returns (uint256 lost, uint256 reward) {
        borrow(ALICE, 600e18, 10);
        buy(CAROL, address(main), 900_000e18);
        vm.warp(vm.getBlockTimestamp() + 20 days);
        investAll();
        vm.warp(vm.getBlockTimestamp() + 2 days);
        uint256 burned = main.collateralFor(hub.getUserLoanDetails(address(vault), 1).fullAmount);
        reward = (600e18 - burned) / 10;
        lost = burned + reward;
    }

    /// @dev Locked shares that are behind no pledge.
    function _freeShares(address user) private view returns (uint256) {
        (uint256 locked, uint256 pledged,,) = vault.userVaults(user);
        uint256 rest = pledged * (vault.totalSupply() + 1e15);
        return locked - (rest - 1) / (vault.totalAssets() + 1e15) - 1;
    }
}
