// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {PoolMath} from "../../src/tokens/PoolMath.sol";
import {Test} from "../helpers/Test.sol";

/// @dev The library alone, with pools and trades of all magnitudes.
contract PoolMathTest is Test {
    struct Pool {
        uint256 b0;
        uint256 b1;
        uint256 m;
        uint256 r1;
        uint256 supply;
    }

    uint256 private constant STEPS = 10;
    uint256 private constant MAX_TRADE = 1e30;

    function test_workedCase() public pure {
        Pool memory pool = Pool(10_000e18, 10_000e18, 100, 10_000e18, 0);
        uint256 out = _buy(pool, 100e18);
        vm.assertEq(out, 99_009900990099009900);
        vm.assertEq(_scaled(pool) / 100, 10_099_009900990099009900);
        vm.assertEq(pool.r1, 10_100e18);
    }

    function test_opensAtTheRatioOfItsBases() public pure {
        vm.assertEq(PoolMath.price(100 * 10_000e18, 10_000e18), 1e18);
        vm.assertEq(PoolMath.price(100 * 500e18, 250e18), 0.5e18);
    }

    function test_floorAtKnownPoints() public pure {
        // k = 0: r1 * e^(-S / b0) / b0 with S = b0.
        uint256 value = PoolMath.floorPrice(100e18, 50, 100e18, 300e18);
        vm.assertLe(value, 1.103638323514326964e18, "not above 3 / e");
        vm.assertGe(value, 1.1036383235143269e18, "close to 3 / e");
        // k = 0.5: r1 * (b0 / r0)^2 / b0 with r0 = 2 * b0.
        value = PoolMath.floorPrice(100e18, 75, 200e18, 600e18);
        vm.assertLe(value, 1.5e18, "not above 6 / 4");
        vm.assertGe(value, 1.5e18 - 100, "close to 6 / 4");
        // k = -0.5: r1 * (b0 / r0)^-2 / b0 with r0 = b0 / 2.
        value = PoolMath.floorPrice(100e18, 25, 100e18, 600e18);
        vm.assertLe(value, 1.5e18, "not above 6 / 4");
        vm.assertGe(value, 1.5e18 - 100, "close to 6 / 4");
    }

    /// Invariant 1: selling the supply in any pieces never takes the quote reserve below its base.
    function testFuzz_sellingTheWholeSupplyInAnyPiecesLeavesTheBase(uint256 seed) public pure {
        Pool memory pool = _pool(seed);
        uint256 paidIn;
        for (uint256 i; i < STEPS; ++i) {
            seed = next(seed);
            uint256 quote = amountOf(seed, MAX_TRADE);
            _buy(pool, quote);
            paidIn += quote;
        }
        uint256 paidOut;
        for (uint256 i; i < STEPS && pool.supply > 0; ++i) {
            seed = next(seed);
            paidOut += _sell(pool, i == STEPS - 1 ? pool.supply : amountOf(seed, pool.supply));
        }
        vm.assertEq(pool.r1 - pool.b1, paidIn - paidOut, "reserve accounts for every unit");
        vm.assertGe(pool.r1, pool.b1, "base is left");
    }

    /// Invariant 1 with buys and sells mixed: the supply is never worth more than was paid in.
    function testFuzz_wholeSupplyIsNeverWorthMoreThanThePoolHolds(uint256 seed) public pure {
        Pool memory pool = _pool(seed);
        for (uint256 i; i < STEPS; ++i) {
            seed = next(seed);
            _trade(pool, seed);
            if (pool.supply == 0) continue;
            uint256 worth = PoolMath.sell(pool.supply, _scaled(pool), pool.r1);
            vm.assertLe(worth, pool.r1 - pool.b1, "worth of the supply");
        }
    }

    /// Invariant 2, first part: Stable+ never falls.
    function testFuzz_stablePriceNeverFalls(uint256 seed) public pure {
        Pool memory pool = _pool(seed);
        pool.m = 100;
        uint256 price = _price(pool);
        for (uint256 i; i < STEPS; ++i) {
            seed = next(seed);
            _trade(pool, seed);
            vm.assertGe(_price(pool), price, "price");
            price = _price(pool);
        }
    }

    /// Invariant 2, second part. The exact floor never falls. The computed lower bound may fall by its rounding error;
    /// pools therefore store the highest one.
    function testFuzz_floorNeverFallsAndNeverExceedsThePrice(uint256 seed) public pure {
        Pool memory pool = _pool(seed);
        uint256 floor = _floor(pool);
        for (uint256 i; i < STEPS; ++i) {
            seed = next(seed);
            _trade(pool, seed);
            uint256 after_ = _floor(pool);
            vm.assertLe(after_, _price(pool), "floor below price");
            vm.assertGe(after_ + floor / 1e15 + 2, floor, "floor");
            floor = after_;
        }
    }

    /// Invariant 3: a buy followed by a sale of the same tokens never returns more than it cost.
    function testFuzz_roundTripNeverPays(uint256 seed) public pure {
        Pool memory pool = _pool(seed);
        for (uint256 i; i < STEPS; ++i) {
            seed = next(seed);
            _trade(pool, seed);
        }
        uint256 quote = amountOf(next(seed), MAX_TRADE);
        uint256 tokens = _buy(pool, quote);
        vm.assertLe(_sell(pool, tokens), quote, "back");
    }

    /// Invariant 4: 100 times the token reserve is exactly 100 * (b0 + k * S), and positive.
    function testFuzz_reserveFollowsTheSupplyExactly(uint256 seed) public pure {
        Pool memory pool = _pool(seed);
        for (uint256 i; i < STEPS; ++i) {
            seed = next(seed);
            _trade(pool, seed);
            int256 expected = int256(100 * pool.b0) + (2 * int256(pool.m) - 100) * int256(pool.supply);
            vm.assertTrue(expected > 0);
            vm.assertEq(_scaled(pool), uint256(expected));
        }
    }

    function testFuzz_buyNeverGivesMoreThanTheReserve(uint256 seed) public pure {
        Pool memory pool = _pool(seed);
        uint256 out = PoolMath.buy(amountOf(next(seed), type(uint128).max), _scaled(pool), pool.r1);
        vm.assertLe(out, _scaled(pool) / 100, "at most r0");
    }

    function testFuzz_outputsGrowWithInputs(uint256 seed) public pure {
        Pool memory pool = _pool(seed);
        _buy(pool, amountOf(next(seed), MAX_TRADE));
        uint256 scaled0 = _scaled(pool);
        uint256 less = amountOf(next(next(seed)), MAX_TRADE);
        uint256 more = less + amountOf(next(next(next(seed))), MAX_TRADE);
        vm.assertLe(PoolMath.buy(less, scaled0, pool.r1), PoolMath.buy(more, scaled0, pool.r1), "buy");
        vm.assertLe(PoolMath.sell(less, scaled0, pool.r1), PoolMath.sell(more, scaled0, pool.r1), "sell");
    }

    function testFuzz_taxIsRoundedUp(uint256 amount, uint256 part) public pure {
        part = bound(part, 0, 10_000);
        amount = bound(amount, 0, type(uint256).max / 10_000);
        uint256 tax = PoolMath.basisPointsUp(amount, part);
        vm.assertGe(tax * 10_000, amount * part, "at least the rate");
        vm.assertLe(tax, amount, "at most the amount");
        if (tax > 0) vm.assertLe((tax - 1) * 10_000, amount * part, "by less than a unit");
    }

    function test_largestReserves() public pure {
        uint256 most = type(uint128).max;
        uint256 scaled0 = PoolMath.scaledReserve0(10_000e18, 1, 0);
        uint256 out = PoolMath.buy(most - 1e18, scaled0, 1e18);
        vm.assertLe(out, 10_000e18 - 1, "less than r0");
        uint256 left = PoolMath.scaledReserve0(10_000e18, 1, out);
        vm.assertGe(left, 1, "something is left");
        vm.assertLe(PoolMath.floorPrice(10_000e18, 1, out, most), PoolMath.price(left, most), "floor");
    }

    /// @dev Any multiplier, depth and opening price of a launch, with TIDE between 1 and 1e9 USD.
    function _pool(uint256 seed) private pure returns (Pool memory pool) {
        pool.b0 = bound(seed >> 8, 100, 10_000) * 1e18;
        pool.b1 = pool.b0 * 1e18 / (1e18 * (1 + amountOf(next(seed), 1e9)));
        pool.m = bound(seed, 1, 91);
        if (pool.m == 91) pool.m = 100;
        pool.r1 = pool.b1;
    }

    function _trade(Pool memory pool, uint256 seed) private pure {
        if (seed & 1 == 0 || pool.supply == 0) _buy(pool, amountOf(seed, MAX_TRADE));
        else _sell(pool, amountOf(seed, pool.supply));
    }

    function _buy(Pool memory pool, uint256 quote) private pure returns (uint256 tokens) {
        tokens = PoolMath.buy(quote, _scaled(pool), pool.r1);
        pool.r1 += quote;
        pool.supply += tokens;
    }

    function _sell(Pool memory pool, uint256 tokens) private pure returns (uint256 quote) {
        quote = PoolMath.sell(tokens, _scaled(pool), pool.r1);
        pool.r1 -= quote;
        pool.supply -= tokens;
    }

    function _scaled(Pool memory pool) private pure returns (uint256) {
        return PoolMath.scaledReserve0(pool.b0, pool.m, pool.supply);
    }

    function _price(Pool memory pool) private pure returns (uint256) {
        return PoolMath.price(_scaled(pool), pool.r1);
    }

    function _floor(Pool memory pool) private pure returns (uint256) {
        return PoolMath.floorPrice(pool.b0, pool.m, pool.supply, pool.r1);
    }
}
