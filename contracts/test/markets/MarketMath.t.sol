// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {MarketMath} from "../../src/markets/MarketMath.sol";
import {Test} from "../helpers/Test.sol";

contract MarketMathTest is Test {
    uint256 private constant MAX_AMOUNT = 1e30;

    /// 98.5 USDB on a fresh market of two options.
    function test_workedPurchase() public pure {
        uint256 shares = MarketMath.shares(98.5e18, 2_500e18, 5_000e18);
        // 98.5 + 2500 * ln(2598.5 / 2500), at most 6 units below for each of the 2500.
        uint256 exact = 195_109_058_980_511_074_705;
        vm.assertLe(shares, exact, "rounded down");
        vm.assertGe(shares + 6 * 2_500 + 1, exact, "by little");
    }

    /// Purchases that change the ratio by a few units: a negative logarithm would wrap to a huge number.
    function testFuzz_theSmallestPurchases(uint256 net, uint256 reserve) public pure {
        reserve = bound(reserve, 1e18, 1e38);
        net = bound(net, 1, 1 + reserve / 1e15);
        uint256 shares = MarketMath.shares(net, reserve, 2 * reserve);
        vm.assertGe(shares, net, "never above 1 USDB");
        vm.assertLe(shares, 2 * net, "never below the first price");
    }

    /// All values that fit into 128 bits.
    function testFuzz_everySizeIsSafe(uint256 net, uint256 reserve, uint256 others) public pure {
        net %= 2 ** 128;
        reserve = bound(reserve, 1, 2 ** 128 - 1);
        others %= 2 ** 128;
        uint256 shares = MarketMath.shares(net, reserve, reserve + others);
        vm.assertGe(shares, net, "never above 1 USDB");
        // ln(x) <= x - 1
        vm.assertLe(shares, Math.mulDiv(net, reserve + others, reserve), "never below the first price");
    }

    function testFuzz_sharesCostBetweenTheFirstAndTheLastPrice(uint256 seed) public pure {
        (uint256 net, uint256 reserve, uint256 total) = _pool(seed);
        uint256 shares = MarketMath.shares(net, reserve, total);
        vm.assertLe(shares, net * total / reserve, "never below the first price");
        // The margin is the most that a purchase loses against its last price.
        uint256 margin = 6 * (total - reserve) / 1e18 + 1;
        vm.assertGe(shares + margin, net * (total + net) / (reserve + net), "never above the last price");
    }

    /// A purchase in pieces ends with the same reserves and never with more shares.
    function testFuzz_piecesNeverGain(uint256 seed, uint256 pieces) public pure {
        (, uint256 reserve, uint256 total) = _pool(seed);
        pieces = bound(pieces, 2, 12);
        (uint256 whole, uint256 sum, uint256 start, uint256 all) = (0, 0, reserve, total);
        for (uint256 i; i < pieces; ++i) {
            // Amounts of every magnitude from the minimum purchase on.
            uint256 net = 0.985e18 + amountOf(seed = next(seed), MAX_AMOUNT);
            sum += MarketMath.shares(net, start, all);
            (whole, start, all) = (whole + net, start + net, all + net);
        }
        uint256 single = MarketMath.shares(whole, reserve, total);
        vm.assertLe(sum, single, "pieces never gain");
        vm.assertGe(
            sum + pieces * (6 * (total - reserve) / 1e18 + 1), single, "nor lose more than their margins"
        );
    }

    /// Two pieces lose the least by rounding. Without `LN_MARGIN` some pairs would gain.
    function testFuzz_twoPiecesNeverGain(uint256 a, uint256 b) public pure {
        (a, b) = (0.985e18 + amountOf(a, 100_000e18), 0.985e18 + amountOf(b, 100_000e18));
        (uint256 reserve, uint256 total) = (2_500e18, 5_000e18);
        uint256 sum = MarketMath.shares(a, reserve, total);
        sum += MarketMath.shares(b, reserve + a, total + a);
        uint256 single = MarketMath.shares(a + b, reserve, total);
        vm.assertLe(sum, single, "pieces never gain");
        vm.assertLe(single - sum, 2 * 6 * 2_500 + 2, "a few thousand wei each");
    }

    /// Equal pieces of a purchase of any size differ by rounding only.
    function testFuzz_equalPiecesNeverGain(uint256 net, uint256 pieces) public pure {
        pieces = bound(pieces, 2, 60);
        uint256 piece = 0.985e18 + amountOf(net, 100_000e18);
        (uint256 reserve, uint256 total) = (2_500e18, 5_000e18);
        uint256 sum;
        for (uint256 i; i < pieces; ++i) {
            sum += MarketMath.shares(piece, reserve + i * piece, total + i * piece);
        }
        uint256 single = MarketMath.shares(pieces * piece, reserve, total);
        vm.assertLe(sum, single, "pieces never gain");
        vm.assertLe(single - sum, pieces * 6 * 2_500 + pieces, "a few thousand wei each");
    }

    function testFuzz_moreUsdbNeverGivesLess(uint256 seed, uint256 more) public pure {
        (uint256 net, uint256 reserve, uint256 total) = _pool(seed);
        uint256 greater = net + amountOf(more, MAX_AMOUNT);
        vm.assertGe(
            MarketMath.shares(greater, reserve, total), MarketMath.shares(net, reserve, total), "shares"
        );
    }

    function testFuzz_probabilitiesAddUp(uint256 seed) public pure {
        uint256 options = 2 + seed % 149;
        uint256 reserve = MarketMath.initialReserve(options);
        (uint256 own, uint256 other) =
            (amountOf(next(seed), MAX_AMOUNT), amountOf(next(next(seed)), MAX_AMOUNT));
        uint256 total = reserve * options + own + other;
        uint256 sum = MarketMath.price(reserve + own, total) + MarketMath.price(reserve + other, total);
        sum += (options - 2) * MarketMath.price(reserve, total);
        vm.assertLe(sum, 1e18, "at most 1");
        vm.assertGe(sum + options, 1e18, "a unit per outcome");
    }

    function testFuzz_whatIsPaidForIsAffordable(uint256 usdc, uint256 price) public pure {
        (usdc, price) = (amountOf(usdc, MAX_AMOUNT), amountOf(price, 1e18 - 1));
        uint256 value = MarketMath.orderValue(MarketMath.sharesFor(usdc, price), price);
        uint256 cost = value + MarketMath.tax(value);
        vm.assertLe(cost, usdc, "affordable");
        vm.assertLe(usdc - cost, 1, "spent but for a unit");
    }

    function testFuzz_payoutsStayWithinThePool(uint256 pool, uint256 a, uint256 b, uint256 c) public pure {
        (pool, a, b, c) =
        (
            amountOf(pool, MAX_AMOUNT),
            amountOf(a, MAX_AMOUNT),
            amountOf(b, MAX_AMOUNT),
            amountOf(c, MAX_AMOUNT)
        );
        uint256 all = a + b + c;
        uint256 paid = MarketMath.payout(a, all, pool) + MarketMath.payout(b, all, pool);
        paid += MarketMath.payout(c, all, pool);
        vm.assertLe(paid, pool, "at most the pool");
        vm.assertGe(paid + 2, pool, "all of it");
        vm.assertEq(MarketMath.payout(a, 0, pool), 0);
    }

    /// @dev A purchase from a pool after random other purchases.
    function _pool(uint256 seed) private pure returns (uint256 net, uint256 reserve, uint256 total) {
        uint256 options = 2 + seed % 149;
        reserve = MarketMath.initialReserve(options);
        total = reserve * options;
        uint256 own = amountOf(next(seed), MAX_AMOUNT);
        (reserve, total) = (reserve + own, total + own + amountOf(next(next(seed)), MAX_AMOUNT));
        net = amountOf(next(next(next(seed))), MAX_AMOUNT);
    }
}
