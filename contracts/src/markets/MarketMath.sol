// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title Mathematics of an outcome pool and its order book
/// @notice All amounts have 18 decimals. The probability of an outcome is its virtual reserve over the sum of all.
/// @dev `lib/markets/math.ts` is the twin of this file; both are tested against each other to the wei.
library MarketMath {
    uint256 internal constant WAD = 1e18;
    uint256 internal constant BP = 10_000;
    /// Tax on every purchase of shares, on both sides of an order, in basis points.
    uint256 internal constant TAX_RATE = 150;

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

    /// @notice Shares bought with `net` USDB: `net * (total + net) / (reserve + net)`, rounded down.
    function shares(uint256 net, uint256 reserve, uint256 total) internal pure returns (uint256) {
        return Math.mulDiv(net, total + net, reserve + net);
    }

    /// @notice What the next share costs, in USDB before tax, rounded down: the probability.
    function price(uint256 reserve, uint256 total) internal pure returns (uint256) {
        return Math.mulDiv(reserve, WAD, total);
    }

    /// @notice Value of listed shares, rounded up: what the buyer pays before tax.
    function orderValue(uint256 amount, uint256 pricePerShare) internal pure returns (uint256) {
        return Math.mulDiv(amount, pricePerShare, WAD, Math.Rounding.Ceil);
    }

    /// @notice Most shares that `usdc` pays for with the tax, rounded down.
    /// @dev `value + tax(value) <= usdc` for the integer `value = usdc * BP / (BP + TAX_RATE)`, and the value of
    /// the shares returned, rounded up again, is at most `value`.
    function sharesFor(uint256 usdc, uint256 pricePerShare) internal pure returns (uint256) {
        uint256 value = Math.mulDiv(usdc, BP, BP + TAX_RATE);
        return Math.mulDiv(value, WAD, pricePerShare);
    }

    /// @notice A holder's part of the pool, rounded down.
    function payout(uint256 held, uint256 circulating, uint256 pool) internal pure returns (uint256) {
        return circulating == 0 ? 0 : Math.mulDiv(held, pool, circulating);
    }
}
