// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IPriceFeed} from "../../src/updown/IPriceFeed.sol";
import {IUpDown} from "../../src/updown/IUpDown.sol";
import {FeedMock} from "../helpers/FeedMock.sol";
import {UpDownFixture} from "../helpers/UpDownFixture.sol";

/// @dev What the contract refuses, and what only its operator may do.
contract UpDownRefusalsTest is UpDownFixture {
    uint256 private constant CURRENT_ROUND_SLOT = 5;

    function setUp() public override {
        super.setUp();
        start();
    }

    function test_betsAreChecked() public {
        bull(ALICE, 0, 1e18);
        vm.expectRevert(IUpDown.AlreadyBetOnOtherSide.selector);
        bear(ALICE, 0, 1e18);
        vm.expectRevert(IUpDown.InvalidAmount.selector);
        bull(BOB, 0, 1e18 - 1);
        vm.expectRevert(IUpDown.InvalidAmount.selector);
        bull(BOB, 0, uint256(type(uint112).max) - 1e18 + 1);
        vm.expectRevert(IUpDown.InvalidAmount.selector);
        bull(BOB, 0, type(uint256).max);
        vm.expectRevert(IUpDown.InvalidTimeframe.selector);
        bull(BOB, 5, 1e18);
        vm.startPrank(BOB);
        vm.expectRevert(IUpDown.InvalidTimeframe.selector);
        upDown.bet(5, 1, BULL, 1e18, 0);
        vm.expectRevert(IUpDown.InvalidSide.selector);
        upDown.bet(0, 1, 0, 1e18, 0);
        vm.expectRevert(IUpDown.InvalidSide.selector);
        upDown.bet(0, 1, CANCELED, 1e18, 0);
        vm.expectRevert(IUpDown.BettingClosed.selector);
        upDown.bet(0, 2, BULL, 1e18, 0);
        uint256 quoted = upDown.quoteShares(0, BULL, 1e18);
        vm.expectRevert(IUpDown.TooFewShares.selector);
        upDown.bet(0, 1, BULL, 1e18, quoted + 1);
        vm.assertEq(upDown.bet(0, 1, BULL, 1e18, quoted), quoted);
    }

    function test_aBetOfNearlyNothingGivesNoShares() public {
        vm.prank(OPERATOR);
        upDown.setMinBet(1);
        vm.expectRevert(IUpDown.ZeroShares.selector);
        bull(ALICE, 0, 1);
        bull(ALICE, 0, 2);
        (,, uint256 shares,) = upDown.userBets(0, 1, ALICE);
        vm.assertEq(shares, 1);
        vm.expectRevert(IUpDown.InvalidAmount.selector);
        vm.prank(OPERATOR);
        upDown.setMinBet(0);
    }

    function test_claimsNeedAnOutcome() public {
        bull(ALICE, 0, 1e18);
        claimFails(IUpDown.RoundNotSettled.selector, ALICE, 0, 1);
        claimFails(IUpDown.RoundNotSettled.selector, ALICE, 0, 7);
        claimFails(IUpDown.InvalidTimeframe.selector, ALICE, 5, 1);
        vm.startPrank(ALICE);
        vm.expectRevert(IUpDown.LengthMismatch.selector);
        upDown.claimMany(new uint8[](1), new uint256[](2));
        vm.expectRevert(IUpDown.NothingToClaim.selector);
        upDown.claimMany(new uint8[](1), new uint256[](1));
    }

    function test_pausedRoundsTakeNoBetsAndGoOn() public {
        vm.startPrank(OPERATOR);
        vm.expectEmit(address(upDown));
        emit IUpDown.PausedSet(true);
        upDown.setPaused(true);
        vm.stopPrank();
        vm.expectRevert(IUpDown.Paused.selector);
        bull(ALICE, 0, 1e18);
        finish(0, PRICE + 1);
        vm.assertEq(upDown.currentRoundId(0), 2);
        vm.prank(OPERATOR);
        upDown.setPaused(false);
        bull(ALICE, 0, 1e18);
    }

    function test_aLateOrBadPriceOnlyCancels() public {
        bull(ALICE, 0, 5e18);
        bear(ALICE, 2, 5e18);
        uint256 end = current(0).endTime;
        vm.warp(end + 1_201);
        post(PRICE + 1);
        vm.expectRevert(IUpDown.NoValidPriceInWindow.selector);
        upDown.settleCurrentRound(0);
        upDown.cancelCurrentRoundAndStartNext(0);
        vm.assertEq(claim(ALICE, 0, 1), 5e18);

        vm.warp(current(2).endTime + 700);
        post(-1);
        vm.expectRevert(IUpDown.InvalidPrice.selector);
        upDown.settleCurrentRound(2);
        skip(500);
        post(PRICE);
        upDown.cancelCurrentRoundAndStartNext(2);
        vm.assertEq(claim(ALICE, 2, 1), 5e18);
        vm.assertEq(upDown.currentRoundId(2), 2);
    }

    /// A read of the feed that fails for want of gas would look like a missing update.
    function test_tooLittleGasCancelsNothing() public {
        FeedMock mock = new FeedMock();
        mock.add(1, PRICE, vm.getBlockTimestamp());
        vm.startPrank(OPERATOR);
        upDown.panicCancel();
        upDown.setPriceFeed(address(mock));
        upDown.resumePrediction();
        vm.stopPrank();
        bull(ALICE, 0, 5e18);
        mock.add(1, PRICE + 1, current(0).endTime);
        vm.warp(current(0).endTime + 2_000);
        mock.set(false, false, 400_000);
        uint256 shortOfGas;
        for (uint256 gasLimit = 100_000; getRound(0, 2).outcome == 0; gasLimit += 20_000) {
            (, bytes memory data) = address(upDown).call{gas: gasLimit}(
                abi.encodeCall(upDown.cancelCurrentRoundAndStartNext, (0))
            );
            if (bytes4(data) == IUpDown.InsufficientGas.selector) ++shortOfGas;
        }
        vm.assertEq(getRound(0, 2).outcome, BULL);
        vm.assertTrue(shortOfGas > 5);
    }

    /// Clients of such contracts know this error; here a round can be settled at any time.
    function test_noTimeIsTooLate() public {
        vm.warp(current(0).endTime + 365 days);
        (bool success, bytes memory data) = address(upDown).call(abi.encodeCall(upDown.settleCurrentRound, (0)));
        vm.assertFalse(success);
        vm.assertTrue(bytes4(data) != IUpDown.TooLateForValidPrice.selector);
        vm.assertTrue(bytes4(data) == IUpDown.NoUpdateAfterEndTime.selector);
    }

    /// Not reachable: the slot of the current round is written here.
    function test_anOutcomeIsFinal() public {
        finish(0, PRICE + 1);
        finish(0, PRICE + 2);
        bytes32 slot = keccak256(abi.encode(uint256(0), CURRENT_ROUND_SLOT));
        vm.assertEq(uint256(vm.load(address(upDown), slot)), 3);
        vm.store(address(upDown), slot, bytes32(uint256(1)));
        vm.expectRevert(IUpDown.RoundAlreadySettled.selector);
        upDown.settleCurrentRound(0);
    }

    function test_theFeedChangesOnlyBetweenRounds() public {
        IPriceFeed other = IPriceFeed(deploy("PriceFeed", abi.encode("BTC / USD", OPERATOR)));
        vm.startPrank(OPERATOR);
        vm.expectRevert(IUpDown.RoundOpen.selector);
        upDown.setPriceFeed(address(other));
        upDown.panicCancel();
        vm.expectRevert(IUpDown.ZeroAddress.selector);
        upDown.setPriceFeed(address(0));
        vm.mockCall(address(other), abi.encodeCall(other.decimals, ()), abi.encode(18));
        vm.expectRevert(IUpDown.InvalidFeed.selector);
        upDown.setPriceFeed(address(other));
        vm.mockCall(address(other), abi.encodeCall(other.decimals, ()), abi.encode(8));
        upDown.setPriceFeed(address(other));
        vm.assertEq(upDown.priceFeed(), address(other));
        vm.expectRevert(IUpDown.StalePrice.selector);
        upDown.resumePrediction();
        other.update(2 * PRICE);
        upDown.resumePrediction();
        vm.assertEq(uint256(current(4).startPrice), uint256(2 * PRICE));
    }

    function test_panicCancelsWhatHasNotEnded() public {
        bull(ALICE, 0, 1e18);
        bull(ALICE, 1, 1e18);
        vm.warp(current(0).endTime);
        vm.prank(OPERATOR);
        upDown.panicCancel();
        vm.assertTrue(upDown.halted());
        vm.assertEq(upDown.currentRoundId(0), 1);
        vm.assertEq(upDown.currentRoundId(1), 0);
        vm.assertEq(claim(ALICE, 1, 1), 1e18);
        post(PRICE + 1);
        vm.expectRevert(IUpDown.Paused.selector);
        upDown.startRound(1);
        upDown.settleCurrentRound(0);
        vm.assertEq(getRound(0, 1).outcome, BULL);
        vm.assertEq(upDown.currentRoundId(0), 0);
        vm.startPrank(OPERATOR);
        upDown.resumePrediction();
        for (uint8 tf; tf < 5; ++tf) {
            vm.assertEq(upDown.currentRoundId(tf), 2);
            vm.assertEq(current(tf).startTime, vm.getBlockTimestamp());
        }
        vm.expectRevert(IUpDown.AlreadyStarted.selector);
        upDown.resumePrediction();
    }

    function test_operatorFunctions() public {
        bytes[6] memory calls = [
            abi.encodeCall(upDown.startPrediction, ()),
            abi.encodeCall(upDown.setPaused, (true)),
            abi.encodeCall(upDown.panicCancel, ()),
            abi.encodeCall(upDown.resumePrediction, ()),
            abi.encodeCall(upDown.setMinBet, (1)),
            abi.encodeCall(upDown.setPriceFeed, (address(feed)))
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(ALICE);
            (bool success, bytes memory data) = address(upDown).call(calls[i]);
            vm.assertFalse(success);
            vm.assertTrue(bytes4(data) == Ownable.OwnableUnauthorizedAccount.selector);
        }
        vm.assertEq(upDown.CEO(), OPERATOR);
    }
}
