// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IUpDown} from "./IUpDown.sol";
import {UpDownMath} from "./UpDownMath.sol";
import {UpDownStore} from "./UpDownStore.sol";

/// @dev Bets on the open round.
abstract contract UpDownBets is UpDownStore {
    using SafeERC20 for IERC20;

    /// Most USDB of both pools together, in units of 1e-18: five thousand million million USDB.
    uint256 private constant MAX_POOLS = type(uint112).max;

    /// @inheritdoc IUpDown
    function betBull(uint8 tf, uint256 amount) external nonReentrant {
        _bet(tf, BULL, amount, 0);
    }

    /// @inheritdoc IUpDown
    function betBear(uint8 tf, uint256 amount) external nonReentrant {
        _bet(tf, BEAR, amount, 0);
    }

    /// @inheritdoc IUpDown
    function bet(uint8 tf, uint256 roundId, uint8 side, uint256 amount, uint256 minShares)
        external
        nonReentrant
        validTimeframe(tf)
        returns (uint256)
    {
        if (roundId != currentRoundId[tf]) revert BettingClosed();
        return _bet(tf, side, amount, minShares);
    }

    /// @inheritdoc IUpDown
    function quoteShares(uint8 tf, uint8 side, uint256 amount) external view returns (uint256) {
        Round storage round = _requireOpen(tf);
        _checkAmount(round, amount);
        return _shares(tf, round, side, amount);
    }

    /// @dev Shares that a bet gives now, rounded down.
    function _shares(uint8 tf, Round storage round, uint8 side, uint256 amount)
        private
        view
        returns (uint256)
    {
        if (side != BULL && side != BEAR) revert InvalidSide();
        (uint256 bull, uint256 bear) = _reserves(round);
        uint256 weight = UpDownMath.weight(block.timestamp - round.startTime, tfDuration(tf));
        return UpDownMath.shares(amount, side == BULL ? bull : bear, bull + bear, weight);
    }

    function _bet(uint8 tf, uint8 side, uint256 amount, uint256 minShares) private returns (uint256 shares) {
        if (paused) revert Paused();
        Round storage round = _requireOpen(tf);
        if (amount < minBet) revert InvalidAmount();
        _checkAmount(round, amount);
        shares = _shares(tf, round, side, amount);
        if (shares == 0) revert ZeroShares();
        if (shares < minShares) revert TooFewShares();
        uint256 roundId = currentRoundId[tf];
        _record(round, _bets[tf][roundId][msg.sender], side, amount, shares);
        emit BetPlaced(tf, msg.sender, roundId, side, amount, shares);
        USDB.safeTransferFrom(msg.sender, address(this), amount);
    }

    function _record(Round storage round, UserBet storage own, uint8 side, uint256 amount, uint256 shares)
        private
    {
        if (own.side != side) {
            if (own.side != 0) revert AlreadyBetOnOtherSide();
            own.side = side;
        }
        own.amount += SafeCast.toUint112(amount);
        own.shares += SafeCast.toUint128(shares);
        if (side == BULL) {
            round.bullPool += SafeCast.toUint128(amount);
            round.sharesBull += SafeCast.toUint128(shares);
        } else {
            round.bearPool += SafeCast.toUint128(amount);
            round.sharesBear += SafeCast.toUint128(shares);
        }
    }

    function _requireOpen(uint8 tf) private view returns (Round storage round) {
        round = _requireCurrent(tf);
        if (block.timestamp >= _bettingEnd(tf, round)) revert BettingClosed();
    }

    function _checkAmount(Round storage round, uint256 amount) private view {
        if (amount > MAX_POOLS - round.bullPool - round.bearPool) revert InvalidAmount();
    }
}
