// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {ITaxes} from "../../src/tokens/ITaxes.sol";
import {IStakingVault} from "../../src/vault/IStakingVault.sol";
import {ExchangeFixture} from "../helpers/ExchangeFixture.sol";
import {MarketMock} from "../helpers/MarketMock.sol";

contract TaxesTest is ExchangeFixture {
    address private constant VAULT = address(0x7a017);

    FactoryToken private token;
    FactoryToken private stable;
    FactoryToken private rewarding;
    MarketMock private market;
    address private prediction;

    function setUp() public override {
        super.setUp();
        token = launch(50);
        stable = launch(100);
        rewarding = launch(50, false, 1_000, 1_000);
        market = new MarketMock();
        vm.prank(OPERATOR);
        factory.setMarket(address(market), true);
        prediction = market.create(factory, DEV);
        approve(ALICE, prediction);
    }

    // Rates

    function test_baseRates() public view {
        vm.assertEq(taxes.getTaxRate(address(main), ALICE), 50);
        vm.assertEq(taxes.getTaxRate(address(stable), ALICE), 50);
        vm.assertEq(taxes.getTaxRate(address(token), ALICE), 150);
        vm.assertEq(taxes.getTaxRate(prediction, ALICE), 150);
        vm.assertTrue(taxes.isPrediction(prediction));
        vm.assertFalse(taxes.isPrediction(address(token)));
    }

    function test_unknownTokensHaveNoRate() public {
        vm.expectRevert(abi.encodeWithSelector(ITaxes.UnknownToken.selector, address(usdb)));
        taxes.getTaxRate(address(usdb), ALICE);
        vm.expectRevert(abi.encodeWithSelector(ITaxes.UnknownToken.selector, ALICE));
        taxes.startSurgeTax(10, 0, 1 hours, ALICE);
    }

    function test_withoutRegistryNothingIsAPrediction() public {
        vm.prank(OPERATOR);
        taxes.setMarketRegistry(address(0));
        vm.assertFalse(taxes.isPrediction(prediction));
        vm.assertEq(taxes.getTaxRate(prediction, ALICE), 50);
    }

    // Split

    function test_splitWithoutVaultAndShareholders() public {
        buy(ALICE, address(token), 1_000e18);
        vm.assertEq(usdb.balanceOf(DEV), 3e18, "20 %");
        vm.assertEq(usdb.balanceOf(TREASURY), 12e18, "the rest");
        vm.assertEq(taxes.totalDevTaxCollected(address(token)), 3e18);
    }

    function test_splitWithVaultAndShareholders() public {
        buy(BOB, address(rewarding), 500e18);
        _setVault(true);
        (uint256 dev, uint256 treasury) = (usdb.balanceOf(DEV), usdb.balanceOf(TREASURY));
        uint256 held = usdb.balanceOf(address(rewarding));
        buy(ALICE, address(rewarding), 1_000e18);
        vm.assertEq(usdb.balanceOf(DEV) - dev, 3e18, "20 %");
        vm.assertEq(usdb.balanceOf(VAULT), 2.4e18, "16 %");
        vm.assertEq(usdb.balanceOf(address(rewarding)) - held, 0.6e18, "4 %");
        vm.assertEq(usdb.balanceOf(TREASURY) - treasury, 9e18, "60 %");
    }

    /// Nobody would gain from the vault's part.
    function test_treasuryGetsThePartOfAVaultThatTakesNone() public {
        _setVault(false);
        buy(ALICE, address(token), 1_000e18);
        vm.assertEq(usdb.balanceOf(VAULT), 0);
        vm.assertEq(usdb.balanceOf(TREASURY), 12e18, "80 %");
    }

    /// With such a receiver every trade would revert.
    function test_onlyAVaultBecomesTheVault() public {
        vm.startPrank(OPERATOR);
        vm.expectRevert();
        taxes.setReceivers(TREASURY, VAULT);
        vm.expectRevert();
        taxes.setReceivers(TREASURY, address(swap));
        vm.assertEq(taxes.vault(), address(0));
    }

    function test_ratesHaveViews() public view {
        vm.assertEq(taxes._taxRateStasis(), taxes.getTaxRate(address(main), ALICE));
        vm.assertEq(taxes._taxRateDefault(), taxes.getTaxRate(address(token), ALICE));
        vm.assertEq(taxes._taxRatePrediction(), taxes.getTaxRate(prediction, ALICE));
        vm.assertEq(taxes._taxRateStable(), 50);
    }

    function test_earningsAreCountedByTokenAndByWallet() public {
        vm.prank(DEV);
        taxes.addDevShare(address(token), BOB, 2_500);
        uint256 before = usdb.balanceOf(BOB);
        buy(ALICE, address(token), 1_000e18);
        // 20 % of 15 USDB, a quarter of that to BOB.
        vm.assertEq(taxes.tokenDevEarnings(address(token), BOB), 0.75e18);
        vm.assertEq(taxes.tokenDevEarnings(address(token), DEV), 2.25e18);
        vm.assertEq(usdb.balanceOf(BOB) - before, 0.75e18);
        buy(ALICE, prediction, 1_000e18);
        vm.assertEq(taxes.tokenDevEarnings(prediction, DEV), 1e18);
        vm.assertEq(taxes.devTotalEarnings(DEV), 3.25e18);
        vm.assertEq(taxes.devTotalEarnings(BOB), 0.75e18);
    }

    function test_marketGetsTwoThirdsOfItsTokensTax() public {
        buy(ALICE, prediction, 1_000e18);
        // 15 USDB of tax: 10 to the market, 5 split.
        vm.assertEq(usdb.balanceOf(address(market)), 10e18);
        vm.assertEq(market.pot(), 9.5e18);
        vm.assertEq(market.bounty(), 0.5e18);
        vm.assertEq(usdb.balanceOf(DEV), 1e18);
        vm.assertEq(usdb.balanceOf(TREASURY), 4e18);
    }

    /// Every wei of a tax is distributed, whatever the receivers.
    /// forge-config: deep.fuzz.runs = 2000
    function testFuzz_splitLeavesNothingBehind(uint256 seed, bool withVault, bool withShares) public {
        address[4] memory targets = [address(main), address(token), address(rewarding), prediction];
        if (withVault) {
            _setVault(seed & 32 != 0);
        }
        if (withShares) {
            vm.startPrank(DEV);
            taxes.addDevShare(address(token), ALICE, 1 + seed % 5_000);
            taxes.addDevShare(address(token), BOB, 1 + (seed >> 16) % 5_000);
            vm.stopPrank();
        }
        for (uint256 i; i < 4; ++i) {
            seed = next(seed);
            address target = targets[seed % 4];
            uint256 supply = usdb.totalSupply();
            uint256 amount = bound(amountOf(seed, 10_000e18), 1e6, 10_000e18);
            uint256 held = FactoryToken(target).balanceOf(ALICE);
            if (seed & 16 == 0 && held > 1e6) sell(ALICE, target, held);
            else buy(ALICE, target, amount);
            vm.assertEq(usdb.balanceOf(address(taxes)), 0, "taxes keep nothing");
            vm.assertEq(
                usdb.balanceOf(address(swap)) + main.balanceOf(address(swap)), 0, "nor does the router"
            );
            vm.assertEq(usdb.totalSupply(), supply);
        }
    }

    function test_onlyTheRouterCollects() public {
        vm.prank(ALICE);
        vm.expectRevert(ITaxes.OnlySwap.selector);
        taxes.collect(address(token), 0);
    }

    function test_onlyTheOperatorSetsReceivers() public {
        bytes memory refused = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE);
        vm.startPrank(ALICE);
        vm.expectRevert(refused);
        taxes.setReceivers(ALICE, ALICE);
        vm.expectRevert(refused);
        taxes.setMarketRegistry(ALICE);
        vm.stopPrank();
        vm.prank(OPERATOR);
        vm.expectRevert(ITaxes.ZeroAddress.selector);
        taxes.setReceivers(address(0), ALICE);
    }

    // Shares of the creator's part

    function test_devSharesArePaidWithEachTax() public {
        vm.startPrank(DEV);
        taxes.addDevShare(address(token), ALICE, 2_500);
        taxes.addDevShare(address(token), BOB, 5_000);
        vm.stopPrank();
        (uint256 alice, uint256 bob) = (usdb.balanceOf(ALICE), usdb.balanceOf(BOB));
        vm.expectEmit(address(taxes));
        emit ITaxes.DevTaxDistributed(address(token), ALICE, 0.75e18);
        vm.expectEmit(address(taxes));
        emit ITaxes.DevTaxDistributed(address(token), BOB, 1.5e18);
        vm.expectEmit(address(taxes));
        emit ITaxes.DevTaxDistributed(address(token), DEV, 0.75e18);
        buy(ALICE, address(token), 1_000e18);
        vm.assertEq(usdb.balanceOf(ALICE), alice - 1_000e18 + 0.75e18);
        vm.assertEq(usdb.balanceOf(BOB), bob + 1.5e18);
        vm.assertEq(usdb.balanceOf(DEV), 0.75e18);
    }

    function test_devSharesAreAddedChangedAndRemoved() public {
        vm.startPrank(DEV);
        taxes.addDevShare(address(token), ALICE, 4_000);
        taxes.addDevShare(address(token), BOB, 6_000);
        vm.expectRevert(ITaxes.InvalidDevShare.selector);
        taxes.addDevShare(address(token), DEV, 1);
        taxes.addDevShare(address(token), ALICE, 1_000);
        vm.assertEq(taxes.devBasisPoints(address(token), ALICE), 1_000);
        vm.expectRevert(ITaxes.InvalidDevShare.selector);
        taxes.addDevShare(address(token), ALICE, 4_001);
        vm.expectRevert(ITaxes.InvalidDevShare.selector);
        taxes.addDevShare(address(token), ALICE, 0);
        vm.expectRevert(ITaxes.InvalidDevShare.selector);
        taxes.addDevShare(address(token), ALICE, type(uint256).max);
        vm.expectRevert(ITaxes.ZeroAddress.selector);
        taxes.addDevShare(address(token), address(0), 1);
        taxes.removeDevShare(address(token), ALICE);
        vm.assertEq(taxes.devWallets(address(token), 0), BOB);
        vm.assertEq(taxes.devBasisPoints(address(token), ALICE), 0);
        vm.expectRevert(ITaxes.DevShareNotFound.selector);
        taxes.removeDevShare(address(token), ALICE);
        taxes.addDevShare(address(token), ALICE, 4_000);
        vm.assertEq(taxes.devWallets(address(token), 1), ALICE);
        taxes.removeDevShare(address(token), ALICE);
        taxes.removeDevShare(address(token), BOB);
        for (uint160 i = 1; i <= 10; ++i) {
            taxes.addDevShare(address(token), address(i), 100);
        }
        vm.expectRevert(ITaxes.TooManyDevWallets.selector);
        taxes.addDevShare(address(token), address(11), 100);
        taxes.addDevShare(address(token), address(10), 200);
    }

    function test_onlyTheDevSharesAndSurges() public {
        address[2] memory strangers = [ALICE, OPERATOR];
        for (uint256 i; i < 2; ++i) {
            vm.startPrank(strangers[i]);
            vm.expectRevert(ITaxes.OnlyDev.selector);
            taxes.addDevShare(address(token), ALICE, 1);
            vm.expectRevert(ITaxes.OnlyDev.selector);
            taxes.removeDevShare(address(token), ALICE);
            vm.expectRevert(ITaxes.OnlyDev.selector);
            taxes.startSurgeTax(100, 0, 1 hours, address(token));
            vm.expectRevert(ITaxes.OnlyDev.selector);
            taxes.endSurgeTax(address(token));
            vm.stopPrank();
        }
    }

    // Surge

    function test_surgeFallsLinearlyAndEnds() public {
        uint256 start = vm.getBlockTimestamp();
        vm.expectEmit(address(taxes));
        emit ITaxes.SurgeStarted(address(token), 700, 200, 10_000, start);
        vm.prank(DEV);
        taxes.startSurgeTax(700, 200, 10_000, address(token));
        vm.assertEq(taxes.getTaxRate(address(token), ALICE), 850);
        uint256[5] memory times = [uint256(1), 20, 21, 5_000, 9_999];
        uint256[5] memory rates = [uint256(700), 699, 699, 450, 201];
        for (uint256 i; i < times.length; ++i) {
            vm.warp(start + times[i]);
            vm.assertEq(taxes.getCurrentSurgeTax(address(token)), rates[i]);
        }
        vm.warp(start + 10_000);
        vm.assertEq(taxes.getCurrentSurgeTax(address(token)), 0);
        vm.assertFalse(taxes.isSurgeActive(address(token)));
        vm.prank(DEV);
        vm.expectRevert(ITaxes.NoSurgeRunning.selector);
        taxes.endSurgeTax(address(token));
    }

    function test_surgeIsCharged() public {
        vm.prank(DEV);
        taxes.startSurgeTax(700, 700, 1 hours, address(token));
        buy(ALICE, address(token), 1_000e18);
        vm.assertEq(usdb.balanceOf(DEV), 17e18, "20 % of 8.5 %");
    }

    function test_surgeIsRefusedOutsideItsRules() public {
        vm.startPrank(DEV);
        vm.expectRevert(ITaxes.PredictionToken.selector);
        taxes.startSurgeTax(50, 0, 1 hours, prediction);
        vm.expectRevert(ITaxes.InvalidSurgeRates.selector);
        taxes.startSurgeTax(0, 0, 1 hours, address(token));
        vm.expectRevert(ITaxes.InvalidSurgeRates.selector);
        taxes.startSurgeTax(100, 101, 1 hours, address(token));
        vm.expectRevert(abi.encodeWithSelector(ITaxes.SurgeRateTooHigh.selector, 716));
        taxes.startSurgeTax(717, 0, 1 hours, address(token));
        vm.expectRevert(abi.encodeWithSelector(ITaxes.SurgeRateTooHigh.selector, 716));
        taxes.startSurgeTax(type(uint256).max, 0, 1 hours, address(token));
        vm.expectRevert(ITaxes.SurgeTooShort.selector);
        taxes.startSurgeTax(100, 0, 1 hours - 1, address(token));
        vm.expectRevert(abi.encodeWithSelector(ITaxes.SurgeQuotaExceeded.selector, 7 days));
        taxes.startSurgeTax(100, 0, 7 days + 1, address(token));
        vm.expectRevert(abi.encodeWithSelector(ITaxes.SurgeQuotaExceeded.selector, 7 days));
        taxes.startSurgeTax(100, 0, type(uint256).max, address(token));
        taxes.startSurgeTax(100, 0, 1 hours, address(token));
        vm.expectRevert(ITaxes.SurgeRunning.selector);
        taxes.startSurgeTax(100, 0, 1 hours, address(token));
    }

    function test_largestSurgeByMultiplier() public view {
        uint256[14] memory multipliers = [uint256(1), 8, 15, 22, 30, 45, 50, 60, 70, 75, 80, 89, 90, 100];
        uint256[14] memory rates =
            [uint256(1_500), 1_375, 1_250, 1_133, 1_000, 800, 716, 550, 383, 300, 233, 113, 100, 50];
        for (uint256 i; i < multipliers.length; ++i) {
            vm.assertEq(taxes.maxSurgeRate(multipliers[i]), rates[i]);
        }
    }

    function test_endingASurgeEarlyReturnsTheRest() public {
        vm.startPrank(DEV);
        taxes.startSurgeTax(500, 100, 2 days, address(token));
        vm.assertEq(taxes.availableSurgeQuota(address(token)), 5 days);
        vm.warp(vm.getBlockTimestamp() + 1 hours);
        vm.expectEmit(address(taxes));
        emit ITaxes.SurgeEnded(address(token), 2 days - 1 hours);
        taxes.endSurgeTax(address(token));
        vm.assertEq(taxes.availableSurgeQuota(address(token)), 7 days - 1 hours);
        vm.assertEq(taxes.getTaxRate(address(token), ALICE), 150);
    }

    function test_quotaComesBackThirtyDaysAfterAStart() public {
        uint256 first = vm.getBlockTimestamp();
        vm.startPrank(DEV);
        taxes.startSurgeTax(500, 100, 3 days, address(token));
        vm.warp(first + 10 days);
        taxes.startSurgeTax(500, 100, 4 days, address(token));
        vm.assertEq(taxes.availableSurgeQuota(address(token)), 0);
        vm.warp(first + 30 days - 1);
        vm.assertEq(taxes.availableSurgeQuota(address(token)), 0);
        vm.warp(first + 30 days);
        vm.assertEq(taxes.availableSurgeQuota(address(token)), 3 days);
        taxes.startSurgeTax(500, 100, 3 days, address(token));
        vm.warp(first + 40 days);
        vm.assertEq(taxes.availableSurgeQuota(address(token)), 4 days);
    }

    /// No window of 30 days contains more than 7 days of surges, however they are started and ended.
    /// forge-config: deep.fuzz.runs = 2000
    function testFuzz_surgesUseAtMostSevenOfThirtyDays(uint256 seed) public {
        uint256[2][] memory spans = new uint256[2][](16);
        uint256 n;
        vm.startPrank(DEV);
        for (uint256 i; i < 16; ++i) {
            seed = next(seed);
            uint256 available = taxes.availableSurgeQuota(address(token));
            if (available >= 1 hours) {
                uint256 duration = bound(seed >> 8, 1 hours, available);
                taxes.startSurgeTax(100, 0, duration, address(token));
                spans[n][0] = vm.getBlockTimestamp();
                uint256 cut = seed & 1 == 0 ? duration : (seed >> 64) % duration;
                vm.warp(vm.getBlockTimestamp() + cut);
                if (cut < duration) taxes.endSurgeTax(address(token));
                spans[n++][1] = vm.getBlockTimestamp();
            }
            vm.warp(vm.getBlockTimestamp() + 1 + (seed >> 128) % 12 days);
        }
        for (uint256 i; i < n; ++i) {
            // The window with the most surge time ends with a surge.
            uint256 end = spans[i][1];
            uint256 used;
            for (uint256 j; j <= i; ++j) {
                uint256 from = spans[j][0] > end - 30 days ? spans[j][0] : end - 30 days;
                if (spans[j][1] > from) used += spans[j][1] - from;
            }
            vm.assertLe(used, 7 days, "seconds of surge");
        }
    }

    function _setVault(bool takesTaxes) private {
        vm.mockCall(VAULT, abi.encodeCall(IStakingVault.takesTaxes, ()), abi.encode(takesTaxes));
        vm.prank(OPERATOR);
        taxes.setReceivers(TREASURY, VAULT);
    }
}
