// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IUpDown} from "../../src/updown/IUpDown.sol";
import {IRounds, UpDownFixture} from "../helpers/UpDownFixture.sol";

/// @dev Rounds from their start to the claims.
contract UpDownTest is UpDownFixture {
    function test_startOpensEveryTimeframe() public {
        post(PRICE);
        for (uint8 tf; tf < 5; ++tf) {
            vm.expectEmit(address(upDown));
            emit IUpDown.PredictionStarted(tf, 1);
            vm.expectEmit(address(upDown));
            emit IUpDown.NewRound(
                tf, 1, vm.getBlockTimestamp(), vm.getBlockTimestamp() + upDown.tfDuration(tf), PRICE, 0
            );
        }
        vm.prank(OPERATOR);
        upDown.startPrediction();
        uint24[5] memory durations = [300, 900, 3_600, 14_400, 86_400];
        for (uint8 tf; tf < 5; ++tf) {
            vm.assertEq(upDown.currentRoundId(tf), 1);
            vm.assertEq(current(tf).endTime - current(tf).startTime, durations[tf]);
            vm.assertEq(upDown.currentBullProbability(tf), 0.5e18);
            vm.assertEq(upDown.currentSlippageThreshold(tf), 9_500);
        }
        vm.expectRevert(IUpDown.AlreadyStarted.selector);
        vm.prank(OPERATOR);
        upDown.startPrediction();
        vm.expectRevert(IUpDown.AlreadyStarted.selector);
        upDown.startRound(0);
    }

    function test_onlyTheOperatorStarts() public {
        post(PRICE);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE));
        vm.prank(ALICE);
        upDown.startPrediction();
        vm.expectRevert(IUpDown.NoActiveRound.selector);
        upDown.startRound(0);
        vm.expectRevert(IUpDown.NoActiveRound.selector);
        upDown.settleCurrentRound(0);
        vm.expectRevert(IUpDown.NoActiveRound.selector);
        bull(ALICE, 0, 1e18);
    }

    function test_startNeedsAFreshPriceAboveZero() public {
        vm.startPrank(OPERATOR);
        vm.expectRevert(IUpDown.StalePrice.selector);
        upDown.startPrediction();
        feed.update(0);
        vm.expectRevert(IUpDown.InvalidPrice.selector);
        upDown.startPrediction();
        feed.update(PRICE);
        skip(61);
        vm.expectRevert(IUpDown.StalePrice.selector);
        upDown.startPrediction();
        vm.warp(vm.getBlockTimestamp() - 1);
        upDown.startPrediction();
    }

    /// 100 USDB on bull at the start, 50 on bear after a minute; the price rises.
    function test_winnersShareTheLosingPool() public {
        start();
        bull(ALICE, 0, 100e18);
        // 0.95 * (100 + 500 * ln(600 / 500)), rounded down.
        (uint8 side, uint256 amount, uint256 shares, bool claimed) = upDown.getUserBet(0, 1, ALICE);
        vm.assertEq(side, BULL);
        vm.assertEq(amount, 100e18);
        vm.assertApproxEqAbs(shares, 181.602739477e18, 1e9);
        vm.assertFalse(claimed);
        skip(60);
        vm.assertEq(upDown.currentSlippageThreshold(0), 8_000);
        bear(BOB, 0, 50e18);
        vm.assertEq(current(0).virtBull, 600e18);
        vm.assertEq(current(0).virtBear, 550e18);

        vm.warp(current(0).endTime);
        post(PRICE + 1);
        vm.expectEmit(address(upDown));
        emit IUpDown.RoundSettled(0, 1, CAROL, PRICE + 1, BULL);
        vm.expectEmit(address(upDown));
        emit IUpDown.CarryoverCaptured(0, 1, 1.5e18);
        vm.expectEmit(address(upDown));
        emit IUpDown.NewRound(0, 2, vm.getBlockTimestamp(), vm.getBlockTimestamp() + 300, PRICE + 1, 1.5e18);
        vm.prank(CAROL);
        upDown.settleCurrentRound(0);

        IRounds.Round memory round = getRound(0, 1);
        vm.assertEq(round.outcome, BULL);
        vm.assertEq(round.settledAt, vm.getBlockTimestamp());
        vm.assertEq(uint256(round.endPrice), uint256(PRICE + 1));
        vm.assertEq(round.endPriceRoundId, (1 << 64) + 2);
        vm.assertEq(usdb.balanceOf(TREASURY), 1e18);
        vm.assertEq(upDown.quoteClaimPayout(0, 1, ALICE), 147.5e18);
        vm.expectEmit(address(upDown));
        emit IUpDown.BetWon(0, ALICE, 1, 100e18, 147.5e18);
        vm.assertEq(claim(ALICE, 0, 1), 147.5e18);
        vm.assertEq(usdb.balanceOf(address(upDown)), 1.5e18);
        claimFails(IUpDown.NothingToClaim.selector, ALICE, 0, 1);
        claimFails(IUpDown.NothingToClaim.selector, BOB, 0, 1);
    }

    /// 9,500 less 7,500 * elapsed / 900 bp, rounded down as a whole: after a second 9,491.67, not 9,492.
    function test_theWeightFallsWithTime() public {
        start();
        uint256 startTime = vm.getBlockTimestamp();
        uint16[5] memory elapsed = [0, 1, 450, 898, 899];
        uint16[5] memory weights = [9_500, 9_491, 5_750, 2_016, 2_008];
        for (uint256 i; i < 5; ++i) {
            vm.warp(startTime + elapsed[i]);
            vm.assertEq(upDown.currentSlippageThreshold(1), weights[i]);
        }
        vm.warp(startTime + 1_000);
        vm.assertEq(upDown.currentSlippageThreshold(1), 2_000);
    }

    function test_equalPricesRefund() public {
        start();
        bull(ALICE, 0, 100e18);
        bear(BOB, 0, 50e18);
        finish(0, PRICE);
        vm.assertEq(getRound(0, 1).outcome, CANCELED);
        vm.assertEq(uint256(getRound(0, 1).endPrice), uint256(PRICE));
        vm.expectEmit(address(upDown));
        emit IUpDown.BetRefunded(0, BOB, 1, 50e18);
        vm.assertEq(claim(BOB, 0, 1), 50e18);
        vm.assertEq(claim(ALICE, 0, 1), 100e18);
        vm.assertEq(usdb.balanceOf(TREASURY), 0);
    }

    function test_withoutAnUpdateTheRoundIsCanceled() public {
        start();
        bull(ALICE, 0, 100e18);
        uint256 end = current(0).endTime;
        vm.expectRevert(IUpDown.TooEarlyToSettle.selector);
        upDown.settleCurrentRound(0);
        vm.warp(end);
        vm.expectRevert(IUpDown.NoUpdateAfterEndTime.selector);
        upDown.settleCurrentRound(0);
        vm.warp(end + 1_199);
        vm.expectRevert(IUpDown.TooEarlyToSettle.selector);
        upDown.cancelCurrentRoundAndStartNext(0);
        skip(1);
        vm.expectRevert(IUpDown.NoUpdateAfterEndTime.selector);
        upDown.cancelCurrentRoundAndStartNext(0);
        skip(1);
        vm.expectEmit(address(upDown));
        emit IUpDown.RoundCanceled(0, 1);
        upDown.cancelCurrentRoundAndStartNext(0);
        vm.assertEq(getRound(0, 1).outcome, CANCELED);
        vm.assertEq(getRound(0, 1).endPriceRoundId, 0);
        vm.assertEq(claim(ALICE, 0, 1), 100e18);
        // The price of the start is too old for another round.
        vm.assertEq(upDown.currentRoundId(0), 0);
        post(PRICE);
        upDown.startRound(0);
        // 1,501 seconds after the start: rounds 2 to 5 would have ended.
        vm.assertEq(current(0).startTime, end + 1_200);
    }

    function test_bettingEndsATenthBeforeTheRound() public {
        vm.assertEq(upDown.bettingEndsAt(0), 0);
        start();
        uint16[5] memory before = [30, 90, 360, 1_440, 8_640];
        for (uint8 tf; tf < 5; ++tf) {
            uint256 end = current(tf).endTime - before[tf];
            vm.assertEq(upDown.bettingEndsAt(tf), end);
            vm.warp(end - 1);
            bull(ALICE, tf, 1e18);
            vm.warp(end);
            vm.expectRevert(IUpDown.BettingClosed.selector);
            bull(ALICE, tf, 1e18);
            vm.expectRevert(IUpDown.BettingClosed.selector);
            upDown.quoteShares(tf, BULL, 1e18);
        }
        vm.expectRevert(IUpDown.InvalidTimeframe.selector);
        upDown.bettingEndsAt(5);
    }

    /// Clients of such contracts ask for it; nothing is washed here.
    function test_noTokenIsSetApart() public view {
        vm.assertEq(upDown.washToken(), address(0));
    }
}
