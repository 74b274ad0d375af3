// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IUpDown} from "./IUpDown.sol";
import {UpDownMath} from "./UpDownMath.sol";
import {UpDownStore} from "./UpDownStore.sol";

/// @dev Pays winnings and refunds, without time limit.
abstract contract UpDownClaims is UpDownStore {
    using SafeERC20 for IERC20;

    /// @inheritdoc IUpDown
    function claim(uint8 tf, uint256 roundId) external nonReentrant validTimeframe(tf) {
        if (_rounds[tf][roundId].outcome == 0) revert RoundNotSettled();
        uint256 amount = _claim(tf, roundId);
        if (amount == 0) revert NothingToClaim();
        USDB.safeTransfer(msg.sender, amount);
    }

    /// @inheritdoc IUpDown
    function claimMany(uint8[] calldata tfs, uint256[] calldata roundIds) external nonReentrant {
        if (tfs.length != roundIds.length) revert LengthMismatch();
        uint256 amount;
        for (uint256 i; i < tfs.length; ++i) {
            amount += _claim(tfs[i], roundIds[i]);
        }
        if (amount == 0) revert NothingToClaim();
        USDB.safeTransfer(msg.sender, amount);
    }

    /// @inheritdoc IUpDown
    function quoteClaimPayout(uint8 tf, uint256 roundId, address user) public view returns (uint256) {
        Round storage round = _rounds[tf][roundId];
        UserBet storage own = _bets[tf][roundId][user];
        if (own.side == 0 || own.claimed) return 0;
        if (round.outcome == CANCELED) return own.amount;
        return round.outcome == own.side ? _payout(round, own) : 0;
    }

    /// @dev Records a claim of the caller and returns what it pays: 0 for nothing to claim.
    function _claim(uint8 tf, uint256 roundId) private returns (uint256 amount) {
        amount = quoteClaimPayout(tf, roundId, msg.sender);
        if (amount == 0) return 0;
        UserBet storage own = _bets[tf][roundId][msg.sender];
        own.claimed = true;
        if (_rounds[tf][roundId].outcome == CANCELED) emit BetRefunded(tf, msg.sender, roundId, amount);
        else emit BetWon(tf, msg.sender, roundId, own.amount, amount);
    }

    /// @dev What the round pays for the bet if its side wins; of an open round with the bets made so far.
    function _payout(Round storage round, UserBet storage own) internal view returns (uint256) {
        (uint256 losing, uint256 ofSide) =
            own.side == BULL ? (round.bearPool, round.sharesBull) : (round.bullPool, round.sharesBear);
        uint256 seed = UpDownMath.seedFor(losing, round.seedBonus);
        return UpDownMath.payout(own.amount, own.shares, ofSide, UpDownMath.prize(losing, seed));
    }
}
