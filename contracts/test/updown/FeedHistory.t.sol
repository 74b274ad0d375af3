// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IUpDown} from "../../src/updown/IUpDown.sol";
import {FeedMock} from "../helpers/FeedMock.sol";
import {IRounds, UpDownFixture} from "../helpers/UpDownFixture.sol";

/// @dev The outcome of a round follows from the feed alone. Random histories of a feed are made event by event; at random
/// moments settling and canceling are tried, and must do what a plain model says: the first update in the order they were
/// posted.
contract FeedHistoryTest is UpDownFixture {
    struct Update {
        uint256 phase;
        uint256 round;
        uint256 time;
        int256 price;
    }

    uint256 private constant WINDOW = 1_200;
    /// Of the start price; the phases before it have updates, too.
    uint256 private constant START_PHASE = 3;
    int256 private constant MAX_PRICE = type(int176).max;

    FeedMock private mock;
    /// In the order in which they were posted, from the start price on.
    Update[] private _posted;
    uint256 private _random;
    uint8 private _tf;
    uint256 private _end;
    /// What the round got where it was settled or canceled: outcome, price and its id.
    bytes32 private _decided;

    function setUp() public override {
        super.setUp();
        mock = new FeedMock();
        for (uint256 i; i < 12; ++i) {
            mock.add(1 + i / 4, PRICE + int256(i), vm.getBlockTimestamp() - 120 + 10 * i);
        }
        mock.setPhase(START_PHASE);
        upDown = deployUpDown(address(mock));
        allow(ALICE);
        allow(BOB);
        mock.add(START_PHASE, PRICE, vm.getBlockTimestamp());
        vm.prank(OPERATOR);
        upDown.startPrediction();
    }

    function testFuzz_theFeedAloneDecides(uint256 seed) public {
        _begin(seed);
        uint256 events = 1 + _below(40);
        for (uint256 i; i < events; ++i) {
            _makeEvent();
            if (_below(4) == 0) _check();
        }
        uint256 more = _below(8) == 0 ? 300 : 0;
        for (uint256 i; i < more; ++i) {
            skip(1);
            _post(mock.phase());
        }
        _check();
        skip(_below(3) == 0 ? 0 : _below(2 days));
        _check();
    }

    /// The same history with a thousand updates after the end: it takes the same reads.
    function test_updatesAfterTheEndCostNothing() public {
        _begin(1);
        vm.warp(_end);
        _post(START_PHASE);
        uint256 before = _gasToSettle();
        for (uint256 i; i < 1_000; ++i) {
            skip(1);
            _post(START_PHASE);
        }
        vm.assertApproxEqAbs(_gasToSettle(), before, 3_000);
    }

    /// Two phases at once, as when a new aggregator reported before the feed turned to it: the earliest update of both
    /// decides.
    function test_theEarliestUpdateOfAllPhasesDecides() public {
        _begin(0);
        mock.add(START_PHASE, PRICE + 1, _end + 10);
        mock.add(START_PHASE + 1, PRICE + 2, _end - 10);
        mock.add(START_PHASE + 1, PRICE + 3, _end + 9);
        mock.add(START_PHASE + 2, PRICE + 4, _end + 9);
        mock.setPhase(START_PHASE + 2);
        vm.warp(_end + 10);
        upDown.settleCurrentRound(_tf);
        vm.assertTrue(getRound(_tf, 1).endPrice == PRICE + 3);
        vm.assertEq(getRound(_tf, 1).endPriceRoundId, ((START_PHASE + 1) << 64) + 2);
    }

    /// The search ends after eight phases, and with the last id there is.
    function test_aFeedThatAnswersEverythingEndsTheSearch() public {
        _begin(0);
        vm.warp(_end + 2_000);
        mock.setPhase(60_000);
        mock.add(60_000, PRICE + 1, _end);
        vm.expectRevert(IUpDown.NoUpdateAfterEndTime.selector);
        upDown.settleCurrentRound(_tf);
        vm.mockCall(
            address(mock),
            abi.encodeWithSelector(mock.getRoundData.selector),
            abi.encode(uint80(7), PRICE, _end - 1, _end - 1, uint80(7))
        );
        vm.expectRevert(IUpDown.NoUpdateAfterEndTime.selector);
        upDown.settleCurrentRound(_tf);
    }

    function _begin(uint256 seed) private {
        _random = seed;
        _tf = uint8(_below(3));
        _end = current(_tf).endTime;
        if (_below(4) != 0) bull(ALICE, _tf, 100e18);
        if (_below(4) != 0) bear(BOB, _tf, 50e18);
        bool answersZeros = _below(2) == 0;
        mock.set(answersZeros, false, 0);
    }

    /// @dev Lets time pass, then a new phase begins, an update comes late from an old phase, or one from the present phase.
    function _makeEvent() private {
        uint256 last = vm.getBlockTimestamp();
        _pass();
        uint256 phase = mock.phase();
        uint256 kind = _below(12);
        if (kind == 0) return mock.setPhase(phase + 1 + _below(2));
        if (kind == 1 && phase > START_PHASE - 2) {
            // Not in the second of another update: which of the two was first would be unknown.
            if (vm.getBlockTimestamp() == last) skip(1);
            phase = START_PHASE - 2 + _below(phase - START_PHASE + 2);
            _post(phase);
            return skip(1);
        }
        _post(phase);
    }

    function _pass() private {
        uint256 kind = _below(8);
        uint256 time = vm.getBlockTimestamp();
        if (kind == 1) skip(1);
        else if (kind < 5) skip(_below(90));
        else if (kind == 5) skip(_below(1_500));
        else if (kind == 6 && time < _end) vm.warp(_end - 1 + _below(3));
        else if (kind == 7 && time < _end + WINDOW - 1) vm.warp(_end + WINDOW - 1 + _below(4));
    }

    function _post(uint256 phase) private {
        int256 price = _price();
        mock.add(phase, price, vm.getBlockTimestamp());
        _posted.push(Update(phase, mock.count(phase), vm.getBlockTimestamp(), price));
    }

    function _price() private returns (int256) {
        uint256 kind = _below(16);
        if (kind == 0) return 0;
        if (kind == 1) return -PRICE;
        if (kind == 2) return MAX_PRICE + 1;
        if (kind == 3) return MAX_PRICE;
        if (kind < 7) return PRICE;
        return PRICE - 50 + int256(_below(101));
    }

    /// @dev Tries to settle and to cancel now, as two different callers.
    function _check() private {
        (bool exists, Update memory first) = _firstUpdate();
        bool isValid =
            exists && first.price > 0 && first.price <= MAX_PRICE && first.time <= _end + WINDOW;
        bytes4 refusal;
        if (vm.getBlockTimestamp() < _end) refusal = IUpDown.TooEarlyToSettle.selector;
        else if (!exists) refusal = IUpDown.NoUpdateAfterEndTime.selector;
        else if (first.price <= 0 || first.price > MAX_PRICE) refusal = IUpDown.InvalidPrice.selector;
        else if (!isValid) refusal = IUpDown.NoValidPriceInWindow.selector;
        _try(abi.encodeCall(upDown.settleCurrentRound, (_tf)), refusal, isValid, first);

        refusal = 0;
        if (vm.getBlockTimestamp() < _end + WINDOW) refusal = IUpDown.TooEarlyToSettle.selector;
        else if (vm.getBlockTimestamp() == _end + WINDOW && !exists) refusal = IUpDown.NoUpdateAfterEndTime.selector;
        _try(abi.encodeCall(upDown.cancelCurrentRoundAndStartNext, (_tf)), refusal, isValid, first);
    }

    /// @dev The model: the first update at or after the end, in the order of posting.
    function _firstUpdate() private view returns (bool, Update memory none) {
        for (uint256 i; i < _posted.length; ++i) {
            Update storage update = _posted[i];
            if (update.phase < START_PHASE || update.phase > START_PHASE + 8) continue;
            if (update.time >= _end) return (true, update);
        }
        return (false, none);
    }

    function _try(bytes memory data, bytes4 refusal, bool isValid, Update memory first) private {
        uint256 snapshot = vm.snapshotState();
        bytes32 decided;
        vm.prank(address(uint160(uint256(keccak256(abi.encode(_below(1 << 160)))))));
        (bool success, bytes memory result) = address(upDown).call(data);
        if (refusal != 0) {
            vm.assertFalse(success);
            vm.assertTrue(bytes4(result) == refusal);
        } else {
            vm.assertTrue(success);
            decided = _assertOutcome(isValid, first);
            _assertNextRound();
        }
        vm.revertToState(snapshot);
        if (decided == 0) return;
        if (_decided != 0) vm.assertTrue(decided == _decided, "the outcome depends on the moment");
        _decided = decided;
    }

    function _assertOutcome(bool isValid, Update memory first) private view returns (bytes32) {
        IRounds.Round memory round = getRound(_tf, 1);
        vm.assertEq(round.settledAt, vm.getBlockTimestamp());
        if (isValid) {
            vm.assertTrue(round.endPrice == first.price);
            vm.assertEq(round.endPriceRoundId, first.phase << 64 | first.round);
        } else {
            vm.assertTrue(round.endPrice == 0 && round.endPriceRoundId == 0);
        }
        uint8 outcome = CANCELED;
        if (isValid && first.price > PRICE && round.bullPool > 0) outcome = BULL;
        if (isValid && first.price < PRICE && round.bearPool > 0) outcome = BEAR;
        vm.assertEq(round.outcome, outcome);
        return keccak256(abi.encode(round.outcome, round.endPrice, round.endPriceRoundId));
    }

    /// @dev The next round opens at the latest price of the present phase, if that is one and fresh.
    function _assertNextRound() private view {
        (bool exists, Update memory latest) = _latestUpdate();
        bool opens = exists && latest.price > 0 && latest.price <= MAX_PRICE
            && vm.getBlockTimestamp() - latest.time <= upDown.priceStaleness(_tf);
        vm.assertEq(upDown.currentRoundId(_tf), opens ? 2 : 0);
        if (!opens) return;
        IRounds.Round memory round = getRound(_tf, 2);
        uint256 duration = upDown.tfDuration(_tf);
        vm.assertTrue(round.startPrice == latest.price);
        vm.assertEq((round.startTime - _end) % duration, 0);
        vm.assertTrue(round.startTime <= vm.getBlockTimestamp() && vm.getBlockTimestamp() < round.endTime);
        vm.assertEq(round.endTime, round.startTime + duration);
    }

    function _latestUpdate() private view returns (bool, Update memory latest) {
        uint256 phase = mock.phase();
        if (phase == START_PHASE) latest = Update(phase, 5, _end - upDown.tfDuration(_tf), PRICE);
        for (uint256 i = _posted.length; i > 0; --i) {
            if (_posted[i - 1].phase == phase) return (true, _posted[i - 1]);
        }
        return (phase == START_PHASE, latest);
    }

    function _gasToSettle() private returns (uint256 gas) {
        uint256 snapshot = vm.snapshotState();
        gas = gasleft();
        upDown.settleCurrentRound(_tf);
        gas -= gasleft();
        vm.revertToState(snapshot);
    }

    function _below(uint256 limit) private returns (uint256) {
        _random = next(_random);
        return _random % limit;
    }
}
