// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {ILoanHub} from "../../src/loans/ILoanHub.sol";
import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {IPool} from "../../src/tokens/IPool.sol";
import {ISwap} from "../../src/tokens/ISwap.sol";
import {LoanFixture} from "../helpers/LoanFixture.sol";
import {LoanOwnerMock} from "../helpers/LoanOwnerMock.sol";

contract LoanHubTest is LoanFixture {
    uint256 private held;

    function setUp() public override {
        super.setUp();
        held = buy(ALICE, address(main), 1_000e18);
        buy(BOB, address(main), 1_000e18);
    }

    /// Hub ids count per user, core ids for the hub as a whole.
    function test_ids() public {
        borrow(ALICE, address(main), 100e18, 10);
        vm.assertEq(borrow(BOB, address(main), 100e18, 10), 1);
        vm.assertEq(borrow(ALICE, address(main), 100e18, 10), 2);
        vm.assertEq(hub.userLoanCount(ALICE), 2);
        (address ecosystem, uint256 coreId, address collateral) = hub.userLoans(ALICE, 2);
        vm.assertEq(ecosystem, address(main));
        vm.assertEq(coreId, 3);
        vm.assertEq(collateral, address(main));
        (address user, uint256 hubId) = hub.coreLoans(3);
        vm.assertEq(user, ALICE);
        vm.assertEq(hubId, 2);
        (, coreId,) = hub.userLoans(ALICE, 3);
        vm.assertEq(coreId, 0);
    }

    function test_details() public {
        uint256 hubId = borrow(ALICE, address(main), 100e18, 30);
        ILoanHub.UserLoanDetails memory loan = hub.getUserLoanDetails(ALICE, hubId);
        vm.assertEq(loan.hubId, 1);
        vm.assertEq(loan.ecosystem, address(main));
        vm.assertEq(loan.coreLoanId, 1);
        vm.assertEq(loan.collateralToken, address(main));
        vm.assertEq(loan.token, address(main));
        vm.assertEq(loan.collateralAmount, 100e18);
        vm.assertEq(loan.fullAmount, main.lent());
        vm.assertEq(loan.liquidationTime, vm.getBlockTimestamp() + 30 days);
        vm.assertTrue(loan.active);
        vm.expectRevert(ILoanHub.LoanNotFound.selector);
        hub.getUserLoanDetails(ALICE, 2);
        vm.expectRevert(ILoanHub.LoanNotFound.selector);
        hub.getUserLoanDetails(ALICE, 0);
    }

    function test_ecosystems() public {
        (address mainToken, address stable, address swapContract, bool active) =
            hub.ecosystems(address(main));
        vm.assertEq(mainToken, address(main));
        vm.assertEq(stable, address(usdb));
        vm.assertEq(swapContract, address(swap));
        vm.assertTrue(active && hub.isEcosystemRegistered(address(main)));
        (mainToken,,, active) = hub.ecosystems(address(usdb));
        vm.assertFalse(active || hub.isEcosystemRegistered(address(usdb)));
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.UnknownEcosystem.selector, address(usdb)));
        hub.takeLoan(address(usdb), address(main), 1e18, 10);
    }

    /// A foreign token is refused before any function of it is called: this address has no code.
    function test_foreignTokens() public {
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(ILoanHub.UnknownToken.selector, address(0xbad)));
        hub.takeLoan(address(main), address(0xbad), 1e18, 10);
        vm.prank(address(hub));
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.UnknownToken.selector, address(usdb)));
        main.TakeLoan(1e18, address(usdb), 10);
    }

    function test_leastOutputOfASale() public {
        uint256 hubId = borrow(ALICE, address(main), held, 10);
        vm.startPrank(ALICE);
        vm.expectRevert(ILoanHub.LeverageNotSupported.selector);
        hub.hubPartialLoanSell(hubId, 50, true, 0);
        vm.expectRevert();
        hub.hubPartialLoanSell(hubId, 50, false, 500e18);
        vm.expectRevert(ISwap.OnlyLeverage.selector);
        swap.partialLoanSell(hubId, 50, false, 0);
        vm.expectRevert(ILoanBook.LoanNotFound.selector);
        swap.partialLoanSell(hubId, 50, true, 0);
        vm.stopPrank();
    }

    /// Vault and vesting are told of a liquidation in its transaction, whoever is called, and have the rest already.
    function test_ownersAreTold() public {
        LoanOwnerMock vault = new LoanOwnerMock();
        LoanOwnerMock vesting = new LoanOwnerMock();
        vm.startPrank(OPERATOR);
        hub.setVault(address(vault));
        hub.setVesting(address(vesting));
        vm.stopPrank();
        for (uint256 i; i < 2; ++i) {
            LoanOwnerMock owner = i == 0 ? vault : vesting;
            vm.prank(ALICE);
            main.transfer(address(owner), 100e18);
            uint256 hubId = owner.borrow(hub, main, 100e18, 10);
            vm.warp(vm.getBlockTimestamp() + 10 days);
            (, uint256 coreId,) = hub.userLoans(address(owner), hubId);
            vm.prank(KEEPER);
            if (i == 0) hub.liquidate(address(owner), hubId);
            else main.LiquidateLoan(coreId, address(hub), false);
            ILoanBook.LoanDetails memory loan = main.loans(address(hub), coreId);
            vm.assertEq(owner.hubId(), hubId);
            vm.assertEq(owner.liquidated(), loan.liquidatedAmount);
            vm.assertEq(owner.returned(), main.balanceOf(address(owner)));
            vm.assertEq(loan.liquidationClaim, 0);
            uint256 rest = 100e18 - loan.liquidatedAmount;
            vm.assertEq(owner.returned(), rest - rest / 10);
        }
        vm.assertEq(main.collateralHeld(address(main)), 0);
    }

    function test_receiversAreSetOnce() public {
        vm.startPrank(OPERATOR);
        vm.expectRevert(ILoanHub.ZeroAddress.selector);
        hub.setVault(address(0));
        hub.setVault(ALICE);
        hub.setVesting(BOB);
        vm.expectRevert(ILoanHub.AlreadySet.selector);
        hub.setVault(BOB);
        vm.expectRevert(ILoanHub.AlreadySet.selector);
        hub.setVesting(ALICE);
        vm.expectRevert(ILoanBook.AlreadySet.selector);
        main.setLoanHub(ALICE);
        // The router closes positions: from here on the operator cannot replace it.
        vm.expectRevert(ILoanBook.AlreadySet.selector);
        main.setSwap(ALICE);
        vm.expectRevert(ILoanBook.AlreadySet.selector);
        factory.setTokenDeployer(ALICE);
        vm.stopPrank();
        vm.startPrank(ALICE);
        vm.expectRevert();
        hub.setVault(ALICE);
        vm.expectRevert();
        hub.setVesting(ALICE);
        vm.expectRevert();
        main.setLoanHub(ALICE);
        vm.expectRevert();
        factory.setTokenDeployer(ALICE);
        vm.stopPrank();
    }

    function test_coreFunctionsAreReserved() public {
        uint256 hubId = borrow(ALICE, address(main), 100e18, 10);
        vm.startPrank(ALICE);
        vm.expectRevert(ILoanBook.OnlyLoanHub.selector);
        main.TakeLoan(1e18, address(main), 10);
        vm.expectRevert(ILoanBook.OnlyLoanHub.selector);
        main.IncreaseLoan(1, 1e18);
        vm.expectRevert(ILoanBook.OnlyLoanHub.selector);
        main.liquidateFor(1, ALICE);
        vm.expectRevert(ILoanBook.OnlyLoanHub.selector);
        main.PartialLoanSellFor(1, address(hub), 100, false);
        vm.expectRevert(IPool.OnlySwap.selector);
        main.PartialLoanSellFor(1, ALICE, 100, true);
        vm.expectRevert(ILoanHub.OnlyMainToken.selector);
        hub.liquidateCore(1, ALICE);
        vm.expectRevert(ISwap.OnlyMarket.selector);
        swap.sellFor(ALICE, 1e18, 0, pathOf(address(main), address(usdb)));
        hub.repayLoan(hubId);
        vm.expectRevert(ILoanBook.LoanNotActive.selector);
        hub.repayLoan(hubId);
        vm.stopPrank();
    }

    /// Nothing is lent that was not sent here before, even if the hub itself were wrong.
    function test_coreBookChecksThePayment() public {
        borrow(ALICE, address(main), 100e18, 10);
        vm.prank(address(hub));
        vm.expectRevert(IPool.NotPaid.selector);
        main.TakeLoan(10e18, address(main), 10);
        vm.prank(address(hub));
        vm.expectRevert(IPool.NotPaid.selector);
        main.IncreaseLoan(1, 10e18);
    }

    /// The hub may extend without the daily fee; from anybody else the wish is ignored.
    function test_freeExtension() public {
        borrow(ALICE, address(main), 100e18, 10);
        uint256 debt = main.lent();
        vm.prank(address(hub));
        main.ExtendLoan(1, 10, false, false, false, true);
        vm.assertEq(main.lent(), debt);
        vm.assertEq(main.loans(address(hub), 1).liquidationTime, vm.getBlockTimestamp() + 20 days);
    }
}
