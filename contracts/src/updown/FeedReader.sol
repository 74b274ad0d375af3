// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LibCall} from "solady/src/utils/LibCall.sol";
import {AggregatorV3Interface} from "./AggregatorV3Interface.sol";
import {IUpDown} from "./IUpDown.sol";

/// @title Reads a Chainlink price feed, whatever it does
/// @notice A read that fails counts as no update: a feed that reverts, answers nonsense or burns gas locks nobody's money.
/// Calls are static, so that a feed can change nothing.
library FeedReader {
    /// @dev `updatedAt` is 0 when there is no update.
    struct Update {
        uint80 roundId;
        int256 answer;
        uint256 updatedAt;
    }

    /// Bits of an id below those of the phase.
    uint256 private constant ROUND_BITS = 64;
    /// Most phases after that of `start` in which `firstSince` looks.
    uint256 private constant MAX_PHASES = 8;
    /// Largest price that counts as one.
    int256 private constant MAX_PRICE = type(int176).max;
    /// Gas of one read; a feed needs a tenth of it.
    uint256 private constant READ_GAS = 500_000;
    /// A call keeps one of 64 parts of the gas back (EIP-150).
    uint256 private constant CALLED_GAS_PARTS = 63;
    /// Five words: id, answer, two times, id.
    uint16 private constant ANSWER_BYTES = 160;

    /// @notice The feed's latest update.
    function latest(address feed) internal view returns (Update memory) {
        return _read(feed, abi.encodeCall(AggregatorV3Interface.latestRoundData, ()));
    }

    function isPrice(Update memory update) internal pure returns (bool) {
        return update.answer > 0 && update.answer <= MAX_PRICE;
    }

    /// @notice Whether the update is at most `maxAge` seconds old.
    function isFresh(Update memory update, uint256 maxAge) internal view returns (bool) {
        uint256 time = update.updatedAt;
        return time != 0 && time <= block.timestamp && block.timestamp - time <= maxAge;
    }

    /// @notice The feed's first update at or after `time`; `time` is not after now.
    /// @dev The earliest one of all phases; of updates in the same second the one with the lowest id. Updates that are made
    /// later are not dated earlier, so it never changes once it is there.
    /// @param start Id of an update before `time`; older ones are not looked at.
    /// @param latestId Of the latest update. 0 when there is none, as in a new phase without updates.
    function firstSince(address feed, uint80 start, uint80 latestId, uint256 time)
        internal
        view
        returns (Update memory first)
    {
        uint256 phase = start >> ROUND_BITS;
        uint256 lastPhase = phase + MAX_PHASES;
        if (latestId != 0) lastPhase = Math.min(lastPhase, latestId >> ROUND_BITS);
        first = _firstInPhase(feed, phase, uint64(start), time);
        while (++phase <= lastPhase) {
            Update memory found = _firstInPhase(feed, phase, 0, time);
            if (found.updatedAt == 0) continue;
            if (first.updatedAt == 0 || found.updatedAt < first.updatedAt) first = found;
        }
    }

    /// @dev Steps ahead from `low`, an update before `time` or 0, in strides that double, until there is none before `time`;
    /// then bisects between the last two. An unknown id counts as one that is not before `time`: if it becomes known, it will
    /// be after now, which is not before `time`. So the id this finds is the same at any moment, and the number of reads
    /// depends on the updates before `time`, not on those after it.
    function _firstInPhase(address feed, uint256 phase, uint256 low, uint256 time)
        private
        view
        returns (Update memory first)
    {
        uint256 stride = 1;
        uint256 high = low + 1;
        while (true) {
            first = _at(feed, phase, high);
            if (!_isBefore(first, time)) break;
            low = high;
            stride *= 2;
            high = low + stride;
        }
        while (high - low > 1) {
            uint256 middle = (low + high) / 2;
            Update memory found = _at(feed, phase, middle);
            if (_isBefore(found, time)) low = middle;
            else (high, first) = (middle, found);
        }
    }

    function _isBefore(Update memory update, uint256 time) private pure returns (bool) {
        return update.updatedAt != 0 && update.updatedAt < time;
    }

    function _at(address feed, uint256 phase, uint256 round) private view returns (Update memory update) {
        // Ids have 16 bits for the phase and 64 for the round.
        if (phase > type(uint16).max || round > type(uint64).max) return update;
        uint80 id = uint80(phase << ROUND_BITS | round);
        update = _read(feed, abi.encodeCall(AggregatorV3Interface.getRoundData, (id)));
        update.roundId = id;
    }

    function _read(address feed, bytes memory data) private view returns (Update memory update) {
        (bool success,, bytes memory result) = LibCall.tryStaticCall(feed, READ_GAS, ANSWER_BYTES, data);
        // A call gets 63 of 64 parts of what is left, at most `READ_GAS`. With more than a 63rd of `READ_GAS` left over it
        // had all of it; otherwise the transaction may have been sent with too little gas to hide an update.
        if (!success && gasleft() < READ_GAS / CALLED_GAS_PARTS) revert IUpDown.InsufficientGas();
        if (!success || result.length < ANSWER_BYTES) return update;
        (uint256 id, int256 answer,, uint256 updatedAt,) =
            abi.decode(result, (uint256, int256, uint256, uint256, uint256));
        if (id <= type(uint80).max) return Update(uint80(id), answer, updatedAt);
    }
}
