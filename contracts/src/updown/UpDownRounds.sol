// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {FeedReader} from "./FeedReader.sol";
import {IUpDown} from "./IUpDown.sol";
import {UpDownMath} from "./UpDownMath.sol";
import {UpDownStore} from "./UpDownStore.sol";

/// @dev Opens rounds and gives them their outcome.
abstract contract UpDownRounds is UpDownStore {
    using SafeERC20 for IERC20;
    using FeedReader for FeedReader.Update;

    /// @inheritdoc IUpDown
    function startPrediction() external onlyOwner {
        if (_lastRoundId[0] != 0) revert AlreadyStarted();
        // The shortest rounds need the freshest price.
        FeedReader.Update memory price = _requireStartPrice(priceStaleness(0));
        for (uint8 tf; tf < TF_COUNT; ++tf) {
            emit PredictionStarted(tf, 1);
            _open(tf, block.timestamp, price);
        }
    }

    /// @inheritdoc IUpDown
    function settleCurrentRound(uint8 tf) external nonReentrant {
        Round storage round = _requireCurrent(tf);
        uint256 endTime = round.endTime;
        if (block.timestamp < endTime) revert TooEarlyToSettle();
        FeedReader.Update memory latest = FeedReader.latest(priceFeed);
        FeedReader.Update memory end = _endPrice(round, latest);
        if (end.updatedAt == 0) revert NoUpdateAfterEndTime();
        if (!end.isPrice()) revert InvalidPrice();
        if (end.updatedAt > endTime + FINALIZE_WINDOW) revert NoValidPriceInWindow();
        uint256 fee = _settle(tf, round, end);
        _openNext(tf, endTime, latest);
        _payFee(fee);
    }

    /// @inheritdoc IUpDown
    function cancelCurrentRoundAndStartNext(uint8 tf) external nonReentrant {
        Round storage round = _requireCurrent(tf);
        uint256 endTime = round.endTime;
        uint256 lastTime = endTime + FINALIZE_WINDOW;
        if (block.timestamp < lastTime) revert TooEarlyToSettle();
        FeedReader.Update memory latest = FeedReader.latest(priceFeed);
        FeedReader.Update memory end = _endPrice(round, latest);
        // An update may still come in this block, and would be in time.
        if (end.updatedAt == 0 && block.timestamp == lastTime) revert NoUpdateAfterEndTime();
        uint256 fee;
        if (end.updatedAt != 0 && end.updatedAt <= lastTime && end.isPrice()) fee = _settle(tf, round, end);
        else _cancel(tf, round);
        _openNext(tf, endTime, latest);
        _payFee(fee);
    }

    /// @inheritdoc IUpDown
    function startRound(uint8 tf) external nonReentrant validTimeframe(tf) {
        uint256 last = _lastRoundId[tf];
        if (last == 0) revert NoActiveRound();
        if (currentRoundId[tf] != 0) revert AlreadyStarted();
        if (halted) revert Paused();
        FeedReader.Update memory price = _requireStartPrice(priceStaleness(tf));
        _open(tf, UpDownMath.nextStart(_rounds[tf][last].endTime, tfDuration(tf), block.timestamp), price);
    }

    /// @inheritdoc IUpDown
    function panicCancel() external onlyOwner nonReentrant {
        if (_lastRoundId[0] == 0) revert NoActiveRound();
        halted = true;
        emit HaltedSet(true);
        for (uint8 tf; tf < TF_COUNT; ++tf) {
            if (currentRoundId[tf] == 0) continue;
            Round storage round = _requireCurrent(tf);
            if (block.timestamp < round.endTime) _cancel(tf, round);
        }
    }

    /// @inheritdoc IUpDown
    function resumePrediction() external onlyOwner nonReentrant {
        if (!halted) revert AlreadyStarted();
        halted = false;
        emit HaltedSet(false);
        FeedReader.Update memory price = _requireStartPrice(PRICE_STALENESS);
        for (uint8 tf; tf < TF_COUNT; ++tf) {
            if (currentRoundId[tf] != 0 || !price.isFresh(priceStaleness(tf))) continue;
            _open(tf, block.timestamp, price);
        }
    }

    function _endPrice(Round storage round, FeedReader.Update memory latest)
        private
        view
        returns (FeedReader.Update memory)
    {
        return FeedReader.firstSince(priceFeed, round.startPriceId, latest.roundId, round.endTime);
    }

    function _requireStartPrice(uint256 maxAge) private view returns (FeedReader.Update memory price) {
        price = FeedReader.latest(priceFeed);
        if (!price.isFresh(maxAge)) revert StalePrice();
        if (!price.isPrice()) revert InvalidPrice();
    }

    /// @dev Opens the round after one that ended at `endTime`, unless the rounds are stopped or the feed has no fresh price.
    function _openNext(uint8 tf, uint256 endTime, FeedReader.Update memory latest) private {
        if (halted || !latest.isFresh(priceStaleness(tf)) || !latest.isPrice()) return;
        _open(tf, UpDownMath.nextStart(endTime, tfDuration(tf), block.timestamp), latest);
    }

    function _open(uint8 tf, uint256 startTime, FeedReader.Update memory price) private {
        uint256 roundId = ++_lastRoundId[tf];
        uint256 endTime = startTime + tfDuration(tf);
        uint256 seed = pendingCarryover[tf];
        currentRoundId[tf] = roundId;
        if (seed != 0) pendingCarryover[tf] = 0;
        Round storage round = _rounds[tf][roundId];
        (round.startTime, round.endTime) = (SafeCast.toUint40(startTime), SafeCast.toUint40(endTime));
        round.virtBase = SafeCast.toUint128(protocolVirtBase[tf]);
        (round.startPrice, round.startPriceId) = (SafeCast.toInt176(price.answer), price.roundId);
        if (seed != 0) round.seedBonus = SafeCast.toUint128(seed);
        emit NewRound(tf, roundId, startTime, endTime, price.answer, seed);
    }

    /// @dev Gives the current round the outcome of its end price. Returns the fee.
    function _settle(uint8 tf, Round storage round, FeedReader.Update memory end)
        private
        returns (uint256 fee)
    {
        uint8 outcome = _outcome(round, end.answer);
        uint256 roundId = _close(tf, round, outcome);
        (round.endPrice, round.endPriceId) = (SafeCast.toInt176(end.answer), end.roundId);
        emit RoundSettled(tf, roundId, msg.sender, end.answer, outcome);
        uint256 carry = round.seedBonus;
        if (outcome != CANCELED) {
            uint256 losing = outcome == BULL ? round.bearPool : round.bullPool;
            uint256 moved = carry - UpDownMath.seedFor(losing, carry);
            (fee, carry) = UpDownMath.deductions(losing);
            carry += moved;
            _updateBase(tf, uint256(round.bullPool) + round.bearPool);
        }
        _carry(tf, roundId, carry);
    }

    /// @dev Cancels the current round: no price decides.
    function _cancel(uint8 tf, Round storage round) private {
        uint256 roundId = _close(tf, round, CANCELED);
        emit RoundCanceled(tf, roundId);
        _carry(tf, roundId, round.seedBonus);
    }

    function _close(uint8 tf, Round storage round, uint8 outcome) private returns (uint256 roundId) {
        // Cannot happen, because a settled round is never the current one.
        if (round.settledAt != 0) revert RoundAlreadySettled();
        roundId = currentRoundId[tf];
        currentRoundId[tf] = 0;
        (round.settledAt, round.outcome) = (uint40(block.timestamp), outcome);
    }

    function _outcome(Round storage round, int256 endPrice) private view returns (uint8) {
        int256 startPrice = round.startPrice;
        if (endPrice > startPrice && round.sharesBull != 0) return BULL;
        if (endPrice < startPrice && round.sharesBear != 0) return BEAR;
        return CANCELED;
    }

    function _carry(uint8 tf, uint256 roundId, uint256 amount) private {
        if (amount == 0) return;
        pendingCarryover[tf] += amount;
        emit CarryoverCaptured(tf, roundId, amount);
    }

    function _updateBase(uint8 tf, uint256 volume) private {
        uint256 base = protocolVirtBase[tf];
        uint256 next = UpDownMath.nextBase(base, volume);
        if (next == base) return;
        protocolVirtBase[tf] = next;
        emit VirtBaseUpdated(tf, next);
    }

    function _payFee(uint256 fee) private {
        if (fee != 0) USDB.safeTransfer(SWAP.TAXES().treasury(), fee);
    }
}
