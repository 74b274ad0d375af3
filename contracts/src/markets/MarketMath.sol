// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {FixedPointMathLib} from "solady/src/utils/FixedPointMathLib.sol";

/// @title Mathematics of an outcome pool and its order book
/// @notice All amounts have 18 decimals. The probability of an outcome is its virtual reserve over the sum of all.
/// @dev `lib/markets/math.ts` computes the same; tests compare both to the wei.
library MarketMath {
    uint256 internal constant WAD = 1e18;
    uint256 internal constant BP = 10_000;
    /// Tax on every purchase of shares, on both sides of an order, in basis points.
    uint256 internal constant TAX_RATE = 150;

    /// Units of 1e-18 that are subtracted from every logarithm; see `shares`.
    uint256 private constant LN_MARGIN = 3;
    uint256 private constant RESERVE_PER_OPTION = 500e18;
    uint256 private constant MIN_TOTAL_RESERVE = 5_000e18;
    uint256 private constant MAX_TOTAL_RESERVE = 50_000e18;

    /// @notice Virtual reserve each outcome opens with: 500 USDB per option, together 5,000 to 50,000.
    function initialReserve(uint256 options) internal pure returns (uint256) {
        uint256 total = options * RESERVE_PER_OPTION;
        if (total < MIN_TOTAL_RESERVE) total = MIN_TOTAL_RESERVE;
        if (total > MAX_TOTAL_RESERVE) total = MAX_TOTAL_RESERVE;
        return total / options;
    }

    /// @notice Tax on an amount, rounded up.
    function tax(uint256 amount) internal pure returns (uint256) {
        return Math.mulDiv(amount, TAX_RATE, BP, Math.Rounding.Ceil);
    }

    /// @notice Shares bought with `net` USDB: `net + (total - reserve) * ln((reserve + net) / reserve)`, the integral
    /// of `total / reserve` along the purchase, rounded down.
    /// @dev The ratio is rounded down to a wad, and `lnWad` lies between 1.06 units of 1e-18 below the logarithm and
    /// 0.06 above it, so that `ln` is between 2.06 units too small and 0.06 too large. `LN_MARGIN` units are taken off,
    /// at most the whole logarithm: every purchase is rounded down, and one in pieces loses the margin once more,
    /// which is more than the single purchase can have lost by rounding. So pieces never give more than the whole,
    /// provided that each of them changes the ratio by `LN_MARGIN` units at least, which `minBuy` does for every reserve
    /// below 1e35. Below the exact integral by less than `(LN_MARGIN + 3) * (total - reserve) / 1e18 + 1`, and never
    /// below `net`. Any two amounts below 2^128 and any reserve from 1 on are safe.
    function shares(uint256 net, uint256 reserve, uint256 total) internal pure returns (uint256) {
        uint256 ratio = Math.mulDiv(reserve + net, WAD, reserve);
        uint256 ln = uint256(FixedPointMathLib.lnWad(int256(ratio)));
        return net + Math.mulDiv(total - reserve, Math.saturatingSub(ln, LN_MARGIN), WAD);
    }

    /// @notice What the next share costs, in USDB before tax, rounded down: the probability.
    function price(uint256 reserve, uint256 total) internal pure returns (uint256) {
        return Math.mulDiv(reserve, WAD, total);
    }

    /// @notice Value of listed shares, rounded up: what the buyer pays before tax.
    function orderValue(uint256 amount, uint256 pricePerShare) internal pure returns (uint256) {
        return Math.mulDiv(amount, pricePerShare, WAD, Math.Rounding.Ceil);
    }

    /// @notice What listed shares cost with the buyer's tax.
    function orderCost(uint256 amount, uint256 pricePerShare) internal pure returns (uint256) {
        uint256 value = orderValue(amount, pricePerShare);
        return value + tax(value);
    }

    /// @notice As many of `amount` listed shares as `usdc` pays for with the tax, rounded down.
    function fillFor(uint256 usdc, uint256 amount, uint256 pricePerShare) internal pure returns (uint256) {
        // First, because `usdc` may be any amount here; `sharesFor` would overflow for the largest ones.
        return usdc >= orderCost(amount, pricePerShare) ? amount : sharesFor(usdc, pricePerShare);
    }

    /// @notice Most shares that `usdc` pays for with the tax, rounded down.
    /// @dev `value + tax(value) <= usdc` for the integer `value = usdc * BP / (BP + TAX_RATE)`, and the value of
    /// the shares returned, rounded up again, is at most `value`.
    function sharesFor(uint256 usdc, uint256 pricePerShare) internal pure returns (uint256) {
        uint256 value = Math.mulDiv(usdc, BP, BP + TAX_RATE);
        return Math.mulDiv(value, WAD, pricePerShare);
    }

    /// @notice A holder's part of the pool, rounded down: all payouts together stay within it.
    function payout(uint256 held, uint256 circulating, uint256 pool) internal pure returns (uint256) {
        return circulating == 0 ? 0 : Math.mulDiv(held, pool, circulating);
    }
}
