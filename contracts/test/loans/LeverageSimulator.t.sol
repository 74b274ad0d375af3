// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILeverageSimulator} from "../../src/loans/ILeverageSimulator.sol";
import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IPool} from "../../src/tokens/IPool.sol";
import {LeverageFixture} from "../helpers/LeverageFixture.sol";

/// @dev Formulas of the simulator against the pools themselves, and the amounts of a simulated purchase.
contract LeverageSimulatorTest is LeverageFixture {
    /// 1e-14, relative: `reserve0` is rounded down, prices have 18 digits.
    uint256 private constant CLOSE = 1e4;

    uint256[5] private multipliers = [uint256(1), 30, 50, 80, 100];

    /// forge-config: default.fuzz.runs = 100
    /// forge-config: deep.fuzz.runs = 2000
    function testFuzz_formulasAnswerLikeThePools(uint256 seed) public {
        for (uint256 i; i < multipliers.length; ++i) {
            FactoryToken token = launch(multipliers[i]);
            buy(ALICE, address(token), amountOf(seed = next(seed), 100_000e18) + 1e18);
            _comparePrices(token);
            if (multipliers[i] != 50) _compareFloor(token);
        }
    }

    function testFuzz_buysLikeThePool(uint256 seed) public {
        FactoryToken token = launch(80);
        buy(ALICE, address(token), amountOf(seed, 100_000e18) + 1e18);
        uint256 quote = amountOf(next(seed), 1e30);
        vm.assertApproxEqAbs(
            simulator.calculateTokensForBuy(quote, token.reserve0(), token.reserve1()),
            token.calculateTokensForBuy(quote),
            2
        );
    }

    function _comparePrices(FactoryToken token) private view {
        (uint256 xe0, uint256 xe1) = (main.reserve0(), main.reserve1());
        (uint256 r0, uint256 r1) = (token.reserve0(), token.reserve1());
        vm.assertApproxEqRel(simulator.getTokenPrice(r0, r1), token.getTokenPrice(), CLOSE);
        vm.assertApproxEqRel(simulator.getTokenPrice(xe0, xe1), main.getTokenPrice(), CLOSE);
        vm.assertApproxEqRel(simulator.getUSDPrice(r0, r1, xe0, xe1), token.getUSDPrice(), CLOSE);
        vm.assertApproxEqRel(simulator.getColleteralValue(1e18, xe0, xe1), main.collateralValue(1e18), CLOSE);
    }

    function _compareFloor(FactoryToken token) private view {
        (uint256 xe0, uint256 xe1) = (main.reserve0(), main.reserve1());
        (uint256 r0, uint256 r1) = (token.reserve0(), token.reserve1());
        uint256 m = token.hybridMultiplier();
        uint256 floor = simulator.calculateFloor(m, r0, r1, token.baseReserve0(), xe0, xe1);
        vm.assertApproxEqRel(floor, token.calculateFloor(), CLOSE);
        uint256 value =
            simulator.getColleteralValueHybrid(1_000e18, r0, r1, xe0, xe1, m, token.baseReserve0());
        uint256 expected = main.getColleteralValue(1_000e18, address(token));
        vm.assertApproxEqRel(value, expected, CLOSE);
    }

    function test_supplyIsUnknownAtMultiplier50() public {
        vm.expectRevert(ILeverageSimulator.SupplyUnknown.selector);
        simulator.calculateFloor(50, 1_000e18, 2_000e18, 1_000e18, 10_000e18, 10_000e18);
        vm.expectRevert(ILeverageSimulator.SupplyUnknown.selector);
        simulator.getColleteralValueHybrid(1e18, 1_000e18, 2_000e18, 10_000e18, 10_000e18, 50, 1_000e18);
        // The others do not need it.
        vm.assertEq(simulator.getUSDPrice(1_000e18, 2_000e18, 10_000e18, 20_000e18), 4e18);
        vm.assertEq(simulator.calculateTokensToBurn(100e18, 50, 1_000e18, 2_000e18, 1), 50e18);
    }

    /// At multiplier 100 a burn at the price leaves the price as it is: parts make no difference.
    function testFuzz_burnAtMultiplier100IsTheCollateral(uint256 seed) public {
        buy(ALICE, address(main), amountOf(seed, 1_000_000e18 - 1e18) + 1e18);
        uint256 value = amountOf(next(seed), main.getLiquidity());
        uint256 parts = 1 + next(seed) % 20;
        uint256 burned = simulator.calculateTokensToBurn(value, 100, main.reserve0(), main.reserve1(), parts);
        vm.assertGe(burned, main.collateralFor(value) - 1, "covers the value");
        vm.assertLe(burned, main.collateralFor(value) + 2 * parts, "rounded up per part");
    }

    /// Below multiplier 100 each part leaves a lower price behind, so more parts need more tokens.
    function test_partsFollowTheFallingPrice() public view {
        uint256 whole = simulator.calculateTokensToBurn(500e18, 30, 1_000e18, 2_000e18, 1);
        uint256 halves = simulator.calculateTokensToBurn(500e18, 30, 1_000e18, 2_000e18, 2);
        vm.assertEq(whole, 250e18);
        // 125, then r0 = 1,000 + 0.4 * 125 = 1,050 and r1 = 1,750: 250 * 1,050 / 1,750 = 150.
        vm.assertEq(halves, 275e18);
    }

    function test_aBurnNeedsAPart() public {
        vm.expectRevert(ILeverageSimulator.InvalidSplitter.selector);
        simulator.calculateTokensToBurn(1e18, 80, 1_000e18, 1_000e18, 0);
    }

    function test_pathsAreUsdbTideAndUsdbTideToken() public {
        address token = address(launch(80));
        address[][3] memory noTide = [
            pathOf(address(main), address(usdb)),
            pathOf(address(usdb), token),
            pathOf(address(usdb), address(main), token)
        ];
        for (uint256 i; i < noTide.length; ++i) {
            vm.expectRevert(ILeverageSimulator.InvalidPath.selector);
            simulator.simulateLeverage(1e18, noTide[i], 10);
        }
        address[][3] memory noToken = [
            pathOf(address(usdb), address(main)),
            pathOf(address(usdb), address(main), ALICE),
            pathOf(address(main), address(usdb), token)
        ];
        for (uint256 i; i < noToken.length; ++i) {
            vm.expectRevert(ILeverageSimulator.InvalidPath.selector);
            simulator.simulateLeverageFactory(1e18, noToken[i], 10);
        }
    }

    function test_termsOutsideTheRangeAreRefused() public {
        uint256[2] memory termsOf = [uint256(0), 1_001];
        for (uint256 i; i < termsOf.length; ++i) {
            vm.expectRevert(ILoanBook.InvalidDays.selector);
            simulator.simulateLeverage(1e18, pathOf(address(usdb), address(main)), termsOf[i]);
        }
        vm.expectRevert(IPool.AmountTooLarge.selector);
        simulator.simulateLeverage(2 ** 128, pathOf(address(usdb), address(main)), 10);
    }

    function test_nothingForNothing() public view {
        ILeverageSimulator.Simulation memory result =
            simulator.simulateLeverage(0, pathOf(address(usdb), address(main)), 10);
        vm.assertEq(result.totalColleteral, 0);
        vm.assertEq(result.totalRepay, 0);
        vm.assertEq(result.newReserve1, main.reserve1());
    }
}
