// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IStakingVault} from "../../src/vault/IStakingVault.sol";
import {VaultFixture} from "../helpers/VaultFixture.sol";

/// @dev What taxes and gifts buy, and how it is released.
contract VaultYieldTest is VaultFixture {
    function setUp() public override {
        super.setUp();
        // Nothing waits afterwards.
        wrap(ALICE, 1_000e18);
        investAll();
        vm.assertEq(vault.pendingYield(), 0);
    }

    /// 100 USDB, less the tax, buy TIDE; half of it is released after 12 hours, all after 24.
    function test_giftIsReleasedWithinADay() public {
        uint256 bought = main.calculateTokensForBuy(99.5e18);
        vm.prank(BOB);
        vm.expectEmit(address(vault));
        emit IStakingVault.YieldInjected(100e18, bought);
        vault.injectYield(100e18);
        vm.assertEq(vault.totalAssets(), 1_000e18);
        vm.assertEq(vault.unreleasedYield(), bought);
        vm.assertEq(main.balanceOf(address(vault)), 1_000e18 + bought);
        vm.warp(vm.getBlockTimestamp() + 6 hours);
        vm.assertEq(vault.totalAssets(), 1_000e18 + bought - (bought * 3 + 3) / 4);
        vm.warp(vm.getBlockTimestamp() + 6 hours);
        vm.assertEq(vault.totalAssets(), 1_000e18 + bought - (bought + 1) / 2);
        vm.warp(vm.getBlockTimestamp() + 12 hours - 1);
        vm.assertEq(vault.totalAssets(), 1_000e18 + bought - (bought + 86_399) / 86_400);
        vm.warp(vm.getBlockTimestamp() + 1);
        vm.assertEq(vault.totalAssets(), 1_000e18 + bought);
        vm.warp(vm.getBlockTimestamp() + 100 days);
        vm.assertEq(vault.totalAssets(), 1_000e18 + bought);
        // All but what belongs to nobody: 0.001 of 1,000.001 shares.
        vm.assertEq(vault.convertToAssets(1_000e18), 1_000e18 + bought - bought * 1e15 / 1_000.001e18 - 1);
    }

    function test_aGiftIsNotZero() public {
        vm.startPrank(BOB);
        vm.expectRevert(IStakingVault.ZeroAmount.selector);
        vault.injectYield(0);
        // Too little for a purchase: it waits.
        vault.injectYield(1e15 - 1);
        vm.assertEq(vault.pendingYield(), 1e15 - 1);
        vm.assertEq(vault.unreleasedYield(), 0);
        vault.injectYield(1e15);
        vm.assertEq(vault.pendingYield(), 1e15 - 1 + 1e15 * 8 / 10_000, "16 % of 0.5 % come back");
    }

    /// 16 % of every tax, in USDB, which buys TIDE with the next call of the vault and before anything else in it.
    function test_taxesWaitForTheNextCall() public {
        buy(BOB, address(main), 10_000e18);
        vm.assertEq(vault.pendingYield(), 8e18, "16 % of 50 USDB");
        vm.assertEq(vault.totalAssets(), 1_000e18);
        uint256 bought = main.calculateTokensForBuy(7.96e18);
        vm.expectEmit(address(vault));
        emit IStakingVault.YieldInjected(8e18, bought);
        wrap(CAROL, 1e18);
        vm.assertEq(vault.unreleasedYield(), bought);
        vm.assertEq(vault.pendingYield(), 0.0064e18, "16 % of the tax of that purchase");
    }

    function test_everyCallOfAWalletInvests() public {
        lock(ALICE, 10e18);
        bytes[8] memory calls = [
            abi.encodeCall(vault.buy, (1e18)),
            abi.encodeCall(vault.buyForUser, (1e18, BOB)),
            abi.encodeCall(vault.sell, (1e18, false, 0)),
            abi.encodeCall(vault.sell, (1e18, true, 0)),
            abi.encodeCall(vault.lock, (1e18)),
            abi.encodeCall(vault.unlock, (1e18)),
            abi.encodeCall(vault.injectYield, (1e18)),
            abi.encodeCall(vault.investYield, ())
        ];
        for (uint256 i; i < calls.length; ++i) {
            payTax(10e18);
            uint256 left = vault.unreleasedYield();
            vm.prank(ALICE);
            (bool done,) = address(vault).call(calls[i]);
            vm.assertTrue(done);
            vm.assertGe(vault.unreleasedYield(), left + 2e18, "invested");
            vm.assertLe(vault.pendingYield(), 0.4e18, "only the purchase's own tax waits");
        }
    }

    function test_treasuryGetsThePartWhileNobodyHoldsShares() public {
        unwrap(ALICE, 1_000e18);
        uint256 before = usdb.balanceOf(TREASURY);
        buy(BOB, address(main), 10_000e18);
        vm.assertEq(vault.pendingYield(), 0);
        vm.assertEq(usdb.balanceOf(TREASURY) - before, 40e18, "80 % of 50 USDB");
        wrap(CAROL, 1e18);
        buy(BOB, address(main), 10_000e18);
        vm.assertEq(vault.pendingYield(), 8e18);
    }

    /// Without shares it would go to nobody: it rests, and the next holder gets it over the time that was left.
    function test_releaseRestsWhileNobodyHoldsShares() public {
        inject(100e18);
        vm.warp(vm.getBlockTimestamp() + 6 hours);
        unwrap(ALICE, 1_000e18);
        (uint256 left, uint256 price) = (vault.unreleasedYield(), sharePrice());
        vm.assertGe(left, 1e18, "three quarters");
        vm.warp(vm.getBlockTimestamp() + 10 days);
        vm.assertEq(vault.unreleasedYield(), left);
        vm.assertEq(sharePrice(), price);
        inject(10e18);
        uint256 more = vault.unreleasedYield();
        vm.assertGe(more, left + 1e18, "rests as well");
        vm.warp(vm.getBlockTimestamp() + 10 days);
        wrap(BOB, 1_000e18);
        vm.assertEq(vault.unreleasedYield(), more);
        vm.warp(vm.getBlockTimestamp() + 9 hours);
        vm.assertGe(vault.unreleasedYield(), more * 9 / 20, "about a half");
        vm.assertLe(vault.unreleasedYield(), more * 11 / 20, "about a half");
        vm.warp(vm.getBlockTimestamp() + 15 hours);
        vm.assertEq(vault.unreleasedYield(), 0);
        vm.assertGe(vault.convertToAssets(vault.balanceOf(BOB)), 1_000e18 + more - 1e17, "the holder's");
    }

    /// Two purchases are released over the mean of their times: 100 with 12 hours left and 100 with 24 take 18.
    function test_purchasesAreReleasedTogether() public {
        inject(100e18);
        vm.warp(vm.getBlockTimestamp() + 12 hours);
        uint256 left = vault.unreleasedYield();
        inject(100e18);
        uint256 total = vault.unreleasedYield();
        uint256 added = total - left;
        uint256 time = (left * 12 hours + added * 24 hours + total - 1) / total;
        vm.assertEq(time / 1 hours, 20, "a third of it had 12 hours left");
        vm.warp(vm.getBlockTimestamp() + time - 1);
        vm.assertEq(vault.unreleasedYield(), (total + time - 1) / time);
        vm.warp(vm.getBlockTimestamp() + 1);
        vm.assertEq(vault.unreleasedYield(), 0);
    }

    /// Somebody who gives dust every ten minutes cannot hold the yield back.
    function test_dustDoesNotDelayTheRelease() public {
        inject(1_000e18);
        uint256 bought = vault.unreleasedYield();
        for (uint256 i; i < 144; ++i) {
            vm.warp(vm.getBlockTimestamp() + 10 minutes);
            inject(0.01e18);
        }
        vm.assertLe(vault.unreleasedYield(), bought / 100, "1 % after a day");
    }

    /// A large gift buys in pieces of 1 % of the pool, at most 50 in a call. The rest waits.
    function test_largeGiftsBuyInPieces() public {
        uint256 r1 = main.reserve1();
        uint256 price = main.getUSDPrice();
        inject(5 * r1);
        uint256 spent = 5 * r1 - vault.pendingYield();
        vm.assertGe(spent, r1 * 63 / 100, "1.00995^50");
        vm.assertLe(spent, r1 * 65 / 100, "1.00995^50");
        vm.assertLe(main.getUSDPrice(), price * 10_050 / 10_000, "half a percent");
        uint256 pending = vault.pendingYield();
        vault.investYield();
        vm.assertLe(vault.pendingYield(), pending - r1, "goes on");
    }

    /// forge-config: default.fuzz.runs = 100
    /// forge-config: deep.fuzz.runs = 2000
    function testFuzz_yieldIsNeverReleasedFasterThanApart(uint256 seed) public {
        // Each purchase alone, released over its own 24 hours.
        uint256[] memory amounts = new uint256[](6);
        for (uint256 i; i < 6; ++i) {
            seed = next(seed);
            uint256 before = vault.unreleasedYield();
            inject(bound(amountOf(seed, 100_000e18), 1e15, 100_000e18));
            amounts[i] = vault.unreleasedYield() - before;
            uint256 assets = vault.totalAssets();
            uint256 step = 1 + (seed >> 64) % 30 hours;
            vm.warp(vm.getBlockTimestamp() + step);
            uint256 most;
            for (uint256 j; j <= i; ++j) {
                most += amounts[j] * step / 24 hours + 1;
            }
            vm.assertLe(vault.totalAssets() - assets, most, "released");
        }
        vm.warp(vm.getBlockTimestamp() + 24 hours);
        vm.assertEq(vault.unreleasedYield(), 0);
    }
}
