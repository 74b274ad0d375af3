// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {VaultFixture} from "../helpers/VaultFixture.sol";
import {VaultHandler} from "../helpers/VaultHandler.sol";

/// @dev Random holders, borrowers, traders and liquidators. Starts with holders, loans and yield.
contract VaultInvariantTest is VaultFixture {
    VaultHandler private handler;
    address[3] private wallets = [ALICE, BOB, CAROL];

    function setUp() public override {
        super.setUp();
        address[] memory list = new address[](3);
        for (uint256 i; i < 3; ++i) {
            list[i] = wallets[i];
            fund(wallets[i], 1e30);
        }
        handler = new VaultHandler(usdb, main, swap, hub, vault, list);
        handler.wrap(0, uint256(6_000e18) << 128, false);
        handler.wrap(1, uint256(2_000e18) << 128, false);
        lock(ALICE, 5_000e18);
        lock(BOB, 2_000e18);
        borrow(ALICE, 4_000e18, 20);
        borrow(BOB, 2_000e18, 10);
        inject(5_000e18);
        vm.warp(vm.getBlockTimestamp() + 1 hours);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// forge-config: default.invariant.runs = 100
    /// forge-config: default.invariant.depth = 20
    /// forge-config: deep.invariant.runs = 10000
    /// forge-config: deep.invariant.depth = 12
    function invariant_vault() public view {
        vm.assertFalse(handler.priceFell());
        vm.assertFalse(handler.roundTripPaid());
        vm.assertFalse(handler.leftDust());
        _assertCovered();
        _assertAccounts();
    }

    /// What the vault owes is held or pledged, and what is not pledged can be unwrapped at once.
    function _assertCovered() private view {
        uint256 held = main.balanceOf(address(vault));
        uint256 pledged = vault.totalStasisPledged();
        vm.assertGe(held + pledged, vault.totalAssets() + vault.unreleasedYield(), "held and pledged");
        vm.assertEq(vault.totalStasisAvailable() + pledged, vault.totalAssets());
        uint256 worth;
        for (uint256 i; i < 3; ++i) {
            (uint256 liquid,,, uint256 value) = vault.getUserStakeDetails(wallets[i]);
            worth += vault.convertToAssets(liquid);
            vm.assertEq(value, vault.convertToAssets(vault.balanceOf(wallets[i])));
        }
        vm.assertLe(worth, held, "free shares");
        vm.assertEq(usdb.allowance(address(vault), address(hub)), 0, "no approval is left");
        vm.assertEq(main.allowance(address(vault), address(hub)), 0, "no approval is left");
        vm.assertEq(usdb.allowance(address(vault), address(swap)), 0, "no approval is left");
    }

    /// Locked shares are held, every pledge is covered by them and is the collateral of an active loan.
    function _assertAccounts() private view {
        (uint256 shares, uint256 pledges, uint256 collateral) = (0, 0, 0);
        for (uint256 i; i < 3; ++i) {
            (uint256 locked, uint256 pledged,,) = vault.userVaults(wallets[i]);
            vm.assertLe(locked, vault.balanceOf(wallets[i]), "locked");
            vm.assertLe(pledged, vault.convertToAssets(locked), "pledged");
            shares += vault.balanceOf(wallets[i]);
            pledges += pledged;
        }
        vm.assertEq(shares, vault.totalSupply(), "nobody else has shares");
        vm.assertEq(pledges, vault.totalStasisPledged(), "all pledges");
        for (uint256 id = 1; id <= hub.userLoanCount(address(vault)); ++id) {
            if (hub.getUserLoanDetails(address(vault), id).active) {
                collateral += hub.getUserLoanDetails(address(vault), id).collateralAmount;
            }
        }
        vm.assertEq(collateral, pledges, "with the hub");
    }

    /// The invariants would hold trivially if the handler did nothing.
    function test_everyCallOfTheHandlerDoesSomething() public {
        handler.wrap(2, uint256(1_000e18) << 128, true);
        handler.lock(2, uint256(100e18) << 128);
        handler.borrow(2, uint256(50e18) << 128, 0);
        handler.addToLoan(2, uint256(1e18) << 128);
        handler.extendLoan(2, 0, true, false);
        handler.unlock(2, uint256(1e18) << 128);
        handler.repay(2);
        handler.liquidate(1, 0, true);
        handler.settle(1);
        handler.unwrap(2, uint256(1e18) << 128, true);
        handler.unwrapAll(2);
        handler.roundTrip(0, uint256(1e18) << 128);
        handler.give(0, 1, 1);
        handler.injectYield(0, uint256(1e18) << 128);
        handler.trade(0, uint256(1e18) << 128, false);
        handler.donate(0, 1e18, true);
        handler.wait(1 hours);
        string[16] memory kinds = [
            "wrap", "unwrap", "round trip", "give", "lock", "unlock", "borrow", "add",
            "extend", "repay", "liquidate", "settle", "inject", "trade", "donate", "wait"
        ];
        for (uint256 i; i < kinds.length; ++i) {
            vm.assertGe(handler.done(kinds[i]), 1, kinds[i]);
        }
        invariant_vault();
    }
}
