// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IUpDown} from "./IUpDown.sol";
import {UpDownClaims} from "./UpDownClaims.sol";
import {UpDownMath} from "./UpDownMath.sol";

/// @dev Reads that are more than the getter of a state variable.
abstract contract UpDownViews is UpDownClaims {
    /// @inheritdoc IUpDown
    uint256 public constant SLIPPAGE_START_BP = UpDownMath.SLIPPAGE_START_BP;
    /// @inheritdoc IUpDown
    uint256 public constant SLIPPAGE_END_BP = UpDownMath.SLIPPAGE_END_BP;
    /// @inheritdoc IUpDown
    uint256 public constant FEE_BPS = UpDownMath.FEE_BPS;
    /// @inheritdoc IUpDown
    uint256 public constant CARRYOVER_BPS = UpDownMath.CARRYOVER_BPS;
    /// @inheritdoc IUpDown
    uint256 public constant GROWTH_BPS = UpDownMath.GROWTH_BPS;
    /// @inheritdoc IUpDown
    uint256 public constant DECAY_BPS = UpDownMath.DECAY_BPS;
    /// @inheritdoc IUpDown
    uint256 public constant VIRT_FLOOR = UpDownMath.VIRT_FLOOR;
    /// @inheritdoc IUpDown
    uint256 public constant VIRT_BASE_CAP = UpDownMath.VIRT_BASE_CAP;

    /// @inheritdoc IUpDown
    function quoteCurrentPayout(uint8 tf, address user) external view returns (uint256) {
        uint256 roundId = currentRoundId[tf];
        UserBet storage own = _bets[tf][roundId][user];
        return own.side == 0 ? 0 : _payout(_rounds[tf][roundId], own);
    }

    /// @inheritdoc IUpDown
    function currentBullProbability(uint8 tf) external view returns (uint256) {
        (uint256 bull, uint256 bear) = _reserves(_requireCurrent(tf));
        return bull * UpDownMath.WAD / (bull + bear);
    }

    /// @inheritdoc IUpDown
    function currentSlippageThreshold(uint8 tf) external view returns (uint256) {
        return UpDownMath.weight(block.timestamp - _requireCurrent(tf).startTime, tfDuration(tf));
    }

    /// @inheritdoc IUpDown
    function bettingEndsAt(uint8 tf) external view validTimeframe(tf) returns (uint256) {
        uint256 roundId = currentRoundId[tf];
        return roundId == 0 ? 0 : _bettingEnd(tf, _rounds[tf][roundId]);
    }

    /// @inheritdoc IUpDown
    function seedPaid(uint8 tf, uint256 roundId) external view returns (uint256) {
        Round storage round = _rounds[tf][roundId];
        if (round.outcome == BULL) return UpDownMath.seedFor(round.bearPool, round.seedBonus);
        return round.outcome == BEAR ? UpDownMath.seedFor(round.bullPool, round.seedBonus) : 0;
    }

    /// @inheritdoc IUpDown
    function getRound(uint8 tf, uint256 roundId)
        external
        view
        returns (
            uint256 startTime,
            uint256 endTime,
            uint256 settledAt,
            int256 startPrice,
            int256 endPrice,
            uint80 endPriceRoundId,
            uint256 virtBull,
            uint256 virtBear,
            uint256 bullPool,
            uint256 bearPool,
            uint256 sharesBull,
            uint256 sharesBear,
            uint256 seedBonus,
            uint8 outcome
        )
    {
        return rounds(tf, roundId);
    }

    /// @inheritdoc IUpDown
    function rounds(uint8 tf, uint256 roundId)
        public
        view
        returns (
            uint256 startTime,
            uint256 endTime,
            uint256 settledAt,
            int256 startPrice,
            int256 endPrice,
            uint80 endPriceRoundId,
            uint256 virtBull,
            uint256 virtBear,
            uint256 bullPool,
            uint256 bearPool,
            uint256 sharesBull,
            uint256 sharesBear,
            uint256 seedBonus,
            uint8 outcome
        )
    {
        Round storage round = _rounds[tf][roundId];
        (startTime, endTime, settledAt) = (round.startTime, round.endTime, round.settledAt);
        (startPrice, endPrice, endPriceRoundId) = (round.startPrice, round.endPrice, round.endPriceId);
        (virtBull, virtBear) = _reserves(round);
        (bullPool, bearPool) = (round.bullPool, round.bearPool);
        (sharesBull, sharesBear) = (round.sharesBull, round.sharesBear);
        (seedBonus, outcome) = (round.seedBonus, round.outcome);
    }

    /// @inheritdoc IUpDown
    function getUserBet(uint8 tf, uint256 roundId, address user)
        external
        view
        returns (uint8 side, uint256 amount, uint256 shares, bool claimed)
    {
        return userBets(tf, roundId, user);
    }

    /// @inheritdoc IUpDown
    function userBets(uint8 tf, uint256 roundId, address user)
        public
        view
        returns (uint8 side, uint256 amount, uint256 shares, bool claimed)
    {
        UserBet storage own = _bets[tf][roundId][user];
        return (own.side, own.amount, own.shares, own.claimed);
    }

    /// @inheritdoc IUpDown
    function usdb() external view returns (address) {
        return address(USDB);
    }

    /// @inheritdoc IUpDown
    function washToken() external pure returns (address) {
        return address(0);
    }

    /// @inheritdoc IUpDown
    function swap() external view returns (address) {
        return address(SWAP);
    }

    /// @inheritdoc IUpDown
    function CEO() external view returns (address) {
        return owner();
    }
}
