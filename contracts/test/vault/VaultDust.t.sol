// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IStakingVault} from "../../src/vault/IStakingVault.sol";
import {VaultFixture} from "../helpers/VaultFixture.sol";

/// @dev Few shares: they must not keep the vault's part of taxes away from the treasury, only for most of it to belong to
/// nobody.
contract VaultDustTest is VaultFixture {
    uint256 private constant VIRTUAL = 1e15;

    /// The attack: 1 TIDE in, all but one wei of shares out. For 60 days of 1,000 USDB the yield went to nobody, and later
    /// a sole holder of 5,000 TIDE got 28 % of it.
    function test_nobodyLeavesDust() public {
        uint256 shares = wrap(ALICE, 1e18);
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IStakingVault.TooFewSharesLeft.selector, 0));
        vault.sell(shares - 1, false, 0);
        vm.expectRevert(abi.encodeWithSelector(IStakingVault.TooFewSharesLeft.selector, 0));
        vault.sell(1, true, 0);
        vm.stopPrank();
        unwrap(ALICE, shares);
        vm.assertEq(vault.totalSupply(), 0);

        wrap(BOB, 5_000e18);
        inject(1_000e18);
        vm.warp(vm.getBlockTimestamp() + 2 days);
        uint256 yield = vault.totalAssets() - 5_000e18;
        uint256 gain = vault.convertToAssets(5_000e18) - 5_000e18;
        vm.assertTrue(gain >= yield * 9_999 / 10_000);
    }

    /// Whoever wraps the least is enough, at every price of a share, and the treasury gets nothing of the vault's part.
    function test_theLeastWrappingTakesTaxes() public {
        for (uint256 i; i < 3; ++i) {
            uint256 shares = wrap(ALICE, 1e18);
            vm.assertTrue(vault.takesTaxes());
            uint256 treasury = usdb.balanceOf(TREASURY);
            uint256 pending = vault.pendingYield();
            buy(BOB, address(main), 10_000e18);
            vm.assertEq(vault.pendingYield() - pending, 8e18, "16 % of 50 USDB");
            vm.assertEq(usdb.balanceOf(TREASURY) - treasury, 32e18, "64 %");
            investAll();
            vm.warp(vm.getBlockTimestamp() + 1 days);
            unwrap(ALICE, shares);
            vm.assertFalse(vault.takesTaxes());
        }
        vm.assertTrue(sharePrice() >= 5e36);
    }

    /// A liquidation may leave less than a seller: then taxes go to the treasury, until somebody wraps.
    function test_taxesPassShareDustBy() public {
        wrap(ALICE, 1e18);
        lock(ALICE, 1e18);
        borrow(ALICE, 1e18, 10);
        vm.warp(vm.getBlockTimestamp() + 11 days);
        vm.prank(BOB);
        hub.liquidate(address(vault), 1);
        vm.assertTrue(vault.totalSupply() > 0 && vault.convertToAssets(vault.totalSupply()) < 1e18);
        vm.assertFalse(vault.takesTaxes());
        uint256 treasury = usdb.balanceOf(TREASURY);
        uint256 pending = vault.pendingYield();
        buy(BOB, address(main), 10_000e18);
        vm.assertEq(vault.pendingYield(), pending);
        vm.assertEq(usdb.balanceOf(TREASURY) - treasury, 40e18, "80 % of 50 USDB");
        wrap(BOB, 1e18);
        vm.assertTrue(vault.takesTaxes());
    }

    /// Shares so dear that 1 TIDE is a hundredth of what belongs to nobody: its part of the yield would go there.
    function test_dearSharesOfOneTideTakeNoTaxes() public {
        wrap(ALICE, 1e18);
        for (uint256 i; i < 15; ++i) {
            inject(1_000e18);
            vm.warp(vm.getBlockTimestamp() + 1 days);
        }
        vm.assertTrue(sharePrice() >= 500e36);
        unwrap(ALICE, vault.balanceOf(ALICE) - vault.convertToShares(1.01e18));
        vm.assertTrue(vault.convertToAssets(vault.totalSupply()) >= 1e18);
        vm.assertFalse(vault.takesTaxes());
        wrap(BOB, 5_000e18);
        vm.assertTrue(vault.takesTaxes());
    }

    /// Nobody can be held in for more than the least: that is all that dust of others can keep.
    function test_dustOfOthersKeepsAtMostTheLeast() public {
        wrap(BOB, 5_000e18);
        uint256 dust = wrap(ALICE, 1e18);
        unwrap(ALICE, dust - 1);
        vm.expectRevert(abi.encodeWithSelector(IStakingVault.TooFewSharesLeft.selector, 4_999e18 + 1));
        vm.prank(BOB);
        vault.sell(5_000e18, false, 0);
        unwrap(BOB, 4_999e18 + 1);
        vm.prank(ALICE);
        vault.transfer(BOB, 1);
        unwrap(BOB, 1e18);
        vm.assertEq(vault.totalSupply(), 0);
    }

    /// After every sale nothing is in circulation or what is worth 1 TIDE; what the refusal names can be sold.
    /// forge-config: default.fuzz.runs = 100
    /// forge-config: deep.fuzz.runs = 10000
    function testFuzz_noSaleLeavesDust(uint256 seed) public {
        address[3] memory wallets = [ALICE, BOB, CAROL];
        for (uint256 i; i < 8; ++i) {
            seed = next(seed);
            address wallet = wallets[seed % 3];
            if (seed & 8 == 0) inject(bound(amountOf(seed >> 16, 10_000e18), 1e15, 10_000e18));
            vm.warp(vm.getBlockTimestamp() + (seed >> 64) % 2 days);
            if (seed & 16 == 0) wrap(wallet, bound(amountOf(next(seed), 3e18), 1e18, 3e18));
            uint256 held = vault.balanceOf(wallet);
            if (held == 0) continue;
            _sell(wallet, bound(amountOf(next(next(seed)), held), 1, held));
        }
    }

    function _sell(address wallet, uint256 amount) private {
        investAll();
        vm.prank(wallet);
        try vault.sell(amount, false, 0) {} catch (bytes memory reason) {
            vm.assertTrue(bytes4(reason) == IStakingVault.TooFewSharesLeft.selector);
            uint256 sellable;
            assembly ("memory-safe") {
                sellable := mload(add(reason, 36))
            }
            vm.assertTrue(sellable < amount);
            if (sellable > 0) unwrap(wallet, sellable);
        }
        uint256 left = vault.totalSupply();
        // Worth what wrapping 1 TIDE gives, but for the rounding of one share.
        uint256 rounding = 1 + (vault.totalAssets() + VIRTUAL) / (left + VIRTUAL);
        if (left > 0) vm.assertGe(vault.convertToAssets(left), 1e18 - rounding, "dust");
    }
}
