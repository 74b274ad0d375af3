// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FeedMock} from "./helpers/FeedMock.sol";
import {UpDownFixture} from "./helpers/UpDownFixture.sol";

/// @dev Gas of the calls of price rounds, each as a transaction of its own. Compared with `snapshots/UpDown.json`.
contract UpDownGasTest is UpDownFixture {
    /// Updates of a day with one every 29 seconds.
    uint256 private constant UPDATES = 3_000;

    function setUp() public override {
        super.setUp();
        start();
    }

    function test_gasOfBets() public {
        bull(BOB, 0, 100e18);
        _record("first bet on a side");
        bull(CAROL, 0, 100e18);
        _record("bet");
        vm.prank(CAROL);
        upDown.bet(0, 1, BULL, 100e18, 0);
        _record("add to a bet");
    }

    function test_gasOfSettlement() public {
        bull(ALICE, 0, 100e18);
        bear(BOB, 0, 100e18);
        bull(ALICE, 1, 100e18);
        bear(BOB, 1, 100e18);
        vm.warp(current(0).endTime);
        post(PRICE + 1);
        _record("post a price");
        upDown.settleCurrentRound(0);
        _record("settle");
        vm.warp(current(1).endTime);
        for (uint256 i; i < UPDATES; ++i) {
            post(PRICE + 2);
            skip(1);
        }
        upDown.settleCurrentRound(1);
        _record("settle 3,000 updates after the end");
        vm.warp(vm.getBlockTimestamp() + 3_601);
        upDown.cancelCurrentRoundAndStartNext(0);
        _record("cancel without opening the next round");
        post(PRICE + 3);
        upDown.startRound(0);
        _record("start a round");
        bull(ALICE, 0, 100e18);
        vm.warp(current(0).endTime + 1_201);
        post(PRICE + 4);
        upDown.cancelCurrentRoundAndStartNext(0);
        _record("cancel");
    }

    function test_gasOfALongRound() public {
        bull(ALICE, 4, 100e18);
        bear(BOB, 4, 100e18);
        for (uint256 i; i < UPDATES; ++i) {
            post(PRICE - 2);
            skip(28);
        }
        vm.warp(current(4).endTime);
        post(PRICE + 1);
        upDown.settleCurrentRound(4);
        _record("settle a day with 3,000 updates");
    }

    function test_gasOfPhases() public {
        FeedMock mock = new FeedMock();
        mock.add(1, PRICE, vm.getBlockTimestamp());
        upDown = deployUpDown(address(mock));
        vm.prank(OPERATOR);
        upDown.startPrediction();
        allow(ALICE);
        allow(BOB);
        bull(ALICE, 0, 100e18);
        bear(BOB, 0, 100e18);
        for (uint256 i; i < 1_000; ++i) {
            mock.add(2, PRICE - 1, vm.getBlockTimestamp() - 1_000 + i);
        }
        vm.warp(current(0).endTime);
        mock.add(2, PRICE + 1, vm.getBlockTimestamp());
        mock.setPhase(2);
        upDown.settleCurrentRound(0);
        _record("settle in a new phase with 1,000 updates before the end");
    }

    function test_gasOfClaims() public {
        uint8[] memory tfs = new uint8[](20);
        uint256[] memory ids = new uint256[](20);
        for (uint256 i; i < 22; ++i) {
            bull(ALICE, 0, 100e18);
            bear(BOB, 0, 100e18);
            finish(0, PRICE + int256(i) + 1);
            if (i < 20) ids[i] = i + 3;
        }
        claim(ALICE, 0, 1);
        vm.prank(ALICE);
        upDown.claim(0, 2);
        _record("claim");
        vm.prank(ALICE);
        upDown.claimMany(tfs, ids);
        _record("claim 20 rounds");
    }

    function _record(string memory name) private {
        vm.snapshotGasLastCall("UpDown", name);
    }
}
