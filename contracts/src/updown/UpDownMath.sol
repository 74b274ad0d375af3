// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {MarketMath} from "../markets/MarketMath.sol";

/// @title Mathematics of price rounds
/// @notice Amounts have 18 decimals. Every division is rounded against the bettor.
/// @dev `lib/updown/math.ts` computes the same.
library UpDownMath {
    uint256 internal constant BP = 10_000;
    uint256 internal constant WAD = 1e18;
    /// A tenth of a round: it takes no bets at its end, and its start price is not older.
    uint256 private constant ROUND_PARTS = 10;
    /// Weight of a bet at the start of a round and at its end, in bp.
    uint256 internal constant SLIPPAGE_START_BP = 9_500;
    uint256 internal constant SLIPPAGE_END_BP = 2_000;
    /// Parts of the losing pool, in bp.
    uint256 internal constant FEE_BPS = 200;
    uint256 internal constant CARRYOVER_BPS = 300;
    /// Change of the virtual base after a round that was won, in bp.
    uint256 internal constant GROWTH_BPS = 1_000;
    uint256 internal constant DECAY_BPS = 500;
    uint256 internal constant VIRT_FLOOR = 500e18;
    uint256 internal constant VIRT_BASE_CAP = 50_000e18;

    /// @notice Weight of a bet in whole bp: falls linearly with time, rounded down.
    function weight(uint256 elapsed, uint256 duration) internal pure returns (uint256) {
        if (elapsed >= duration) return SLIPPAGE_END_BP;
        return SLIPPAGE_START_BP - Math.ceilDiv((SLIPPAGE_START_BP - SLIPPAGE_END_BP) * elapsed, duration);
    }

    /// @notice Shares of a bet: those of a purchase in an outcome pool with the side's reserve and the total of both, times
    /// the weight.
    function shares(uint256 amount, uint256 reserve, uint256 total, uint256 weightBp)
        internal
        pure
        returns (uint256)
    {
        return MarketMath.shares(amount, reserve, total) * weightBp / BP;
    }

    /// @notice The treasury's part of the losing pool, and the part that seeds the next round.
    function deductions(uint256 losing) internal pure returns (uint256 fee, uint256 carry) {
        return (losing * FEE_BPS / BP, losing * CARRYOVER_BPS / BP);
    }

    /// @notice What the winners of a round get of its seed: at most as much as the losing pool, so that nobody takes a large
    /// seed with small bets on both sides.
    function seedFor(uint256 losing, uint256 seed) internal pure returns (uint256) {
        return Math.min(seed, losing);
    }

    /// @notice What the winners share on top of their stakes.
    /// @param seed Their part of the seed.
    function prize(uint256 losing, uint256 seed) internal pure returns (uint256) {
        (uint256 fee, uint256 carry) = deductions(losing);
        return losing - fee - carry + seed;
    }

    /// @notice Stake and part of the prize of a winning bet.
    function payout(uint256 stake, uint256 held, uint256 ofSide, uint256 prize_)
        internal
        pure
        returns (uint256)
    {
        return stake + Math.mulDiv(held, prize_, ofSide);
    }

    /// @notice Seconds before the end of a round in which it takes no bets: a tenth of its duration.
    function closedSeconds(uint256 duration) internal pure returns (uint256) {
        return duration / ROUND_PARTS;
    }

    /// @notice Largest age of the price a round starts with: a tenth of its duration, from `least` to `most`.
    function staleness(uint256 duration, uint256 least, uint256 most) internal pure returns (uint256) {
        return Math.min(Math.max(duration / ROUND_PARTS, least), most);
    }

    /// @notice Virtual base per side after a round that was won with this volume.
    function nextBase(uint256 base, uint256 volume) internal pure returns (uint256) {
        if (volume > base) return Math.min(base + base * GROWTH_BPS / BP, VIRT_BASE_CAP);
        return Math.max(base - base * DECAY_BPS / BP, VIRT_FLOOR);
    }

    /// @notice Start of the round that follows one which ended at `end`: that end, or later by the largest multiple of the
    /// duration that is not after now.
    function nextStart(uint256 end, uint256 duration, uint256 time) internal pure returns (uint256) {
        return end + (time - end) / duration * duration;
    }
}
