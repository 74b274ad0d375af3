// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {MarketMath} from "../../src/markets/MarketMath.sol";
import {Test} from "../helpers/Test.sol";

contract MarketMathTest is Test {
    uint256 private constant MOST = 1e30;

    /// 98.5 USDB on a fresh market of two options.
    function test_workedPurchase() public pure {
        uint256 shares = MarketMath.shares(98.5e18, 2_500e18, 5_000e18);
        vm.assertEq(shares, uint256(98.5e18) * 5_098.5e18 / 2_598.5e18);
        vm.assertEq(shares / 1e14, 193_2662);
    }

    function testFuzz_sharesCostBetweenTheFirstAndTheLastPrice(uint256 seed) public pure {
        (uint256 net, uint256 reserve, uint256 total) = _pool(seed);
        uint256 shares = MarketMath.shares(net, reserve, total);
        vm.assertGe(shares, net, "never above 1 USDB");
        vm.assertLe(shares, net * total / reserve, "never below the first price");
    }

    /// Purchases in pieces end with the same reserves, and at least as many shares but for the rounding.
    function testFuzz_pieces(uint256 seed, uint256 part) public pure {
        (uint256 net, uint256 reserve, uint256 total) = _pool(seed);
        uint256 first = part % (net + 1);
        uint256 pieces = MarketMath.shares(first, reserve, total)
            + MarketMath.shares(net - first, reserve + first, total + first);
        vm.assertGe(pieces + 1, MarketMath.shares(net, reserve, total), "pieces");
        vm.assertLe(pieces, net * total / reserve, "never below the first price");
    }

    function testFuzz_moreUsdbNeverGivesLess(uint256 seed, uint256 more) public pure {
        (uint256 net, uint256 reserve, uint256 total) = _pool(seed);
        uint256 greater = net + amountOf(more, MOST);
        vm.assertGe(
            MarketMath.shares(greater, reserve, total), MarketMath.shares(net, reserve, total), "shares"
        );
    }

    function testFuzz_probabilitiesAddUp(uint256 seed) public pure {
        uint256 options = 2 + seed % 149;
        uint256 reserve = MarketMath.initialReserve(options);
        (uint256 own, uint256 other) = (amountOf(next(seed), MOST), amountOf(next(next(seed)), MOST));
        uint256 total = reserve * options + own + other;
        uint256 sum = MarketMath.price(reserve + own, total) + MarketMath.price(reserve + other, total);
        sum += (options - 2) * MarketMath.price(reserve, total);
        vm.assertLe(sum, 1e18, "at most 1");
        vm.assertGe(sum + options, 1e18, "a unit per outcome");
    }

    function testFuzz_whatIsPaidForIsAffordable(uint256 usdc, uint256 price) public pure {
        (usdc, price) = (amountOf(usdc, MOST), amountOf(price, 1e18 - 1));
        uint256 value = MarketMath.orderValue(MarketMath.sharesFor(usdc, price), price);
        uint256 cost = value + MarketMath.tax(value);
        vm.assertLe(cost, usdc, "affordable");
        vm.assertLe(usdc - cost, 1, "spent but for a unit");
    }

    function testFuzz_payoutsStayWithinThePool(uint256 pool, uint256 a, uint256 b, uint256 c) public pure {
        (pool, a, b, c) = (amountOf(pool, MOST), amountOf(a, MOST), amountOf(b, MOST), amountOf(c, MOST));
        uint256 all = a + b + c;
        uint256 paid = MarketMath.payout(a, all, pool) + MarketMath.payout(b, all, pool);
        paid += MarketMath.payout(c, all, pool);
        vm.assertLe(paid, pool, "at most the pool");
        vm.assertGe(paid + 2, pool, "all of it");
        vm.assertEq(MarketMath.payout(a, 0, pool), 0);
    }

    /// @dev A purchase from a pool as others' purchases leave it.
    function _pool(uint256 seed) private pure returns (uint256 net, uint256 reserve, uint256 total) {
        uint256 options = 2 + seed % 149;
        reserve = MarketMath.initialReserve(options);
        total = reserve * options;
        uint256 own = amountOf(next(seed), MOST);
        (reserve, total) = (reserve + own, total + own + amountOf(next(next(seed)), MOST));
        net = amountOf(next(next(next(seed))), MOST);
    }
}
