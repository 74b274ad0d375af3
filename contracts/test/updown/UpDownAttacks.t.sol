// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IUpDown} from "../../src/updown/IUpDown.sol";
import {ReentrantFeed} from "../helpers/ReentrantFeed.sol";
import {FeedMock} from "../helpers/FeedMock.sol";
import {UpDownFixture} from "../helpers/UpDownFixture.sol";

/// @dev Attempts to win more than a round gives, to lock money, and to choose an outcome.
contract UpDownAttacksTest is UpDownFixture {
    function setUp() public override {
        super.setUp();
        start();
    }

    /// The price at the end is known in the block of the end: no bet is taken in it, before the settlement or after.
    function test_nobodyBetsInTheBlockOfTheEnd() public {
        vm.warp(current(0).endTime);
        vm.expectRevert(IUpDown.BettingClosed.selector);
        bull(ALICE, 0, 100e18);
        post(PRICE + 1);
        vm.startPrank(ALICE);
        vm.expectRevert(IUpDown.BettingClosed.selector);
        upDown.bet(0, 1, BULL, 100e18, 0);
        upDown.settleCurrentRound(0);
        vm.expectRevert(IUpDown.BettingClosed.selector);
        upDown.bet(0, 1, BULL, 100e18, 0);
        vm.assertEq(usdb.balanceOf(address(upDown)), 0);
    }

    /// A bet that was signed for one round never lands in the next one, nor where no round is open.
    function test_aBetLandsInItsRoundOrNowhere() public {
        uint256 quoted = upDown.quoteShares(0, BULL, 100e18);
        finish(0, PRICE + 1);
        vm.startPrank(ALICE);
        vm.expectRevert(IUpDown.BettingClosed.selector);
        upDown.bet(0, 1, BULL, 100e18, quoted);
        vm.stopPrank();
        vm.prank(OPERATOR);
        upDown.panicCancel();
        vm.startPrank(ALICE);
        vm.expectRevert(IUpDown.BettingClosed.selector);
        upDown.bet(0, 2, BULL, 100e18, quoted);
        vm.expectRevert(IUpDown.NoActiveRound.selector);
        upDown.bet(0, 0, BULL, 100e18, quoted);
    }

    /// Somebody who bets first, or time, must not lower what was shown.
    function test_aBetGivesWhatWasShownOrNothing() public {
        uint256 quoted = upDown.quoteShares(0, BULL, 100e18);
        uint256 snapshot = vm.snapshotState();
        bull(BOB, 0, 1e18);
        vm.expectRevert(IUpDown.TooFewShares.selector);
        vm.prank(ALICE);
        upDown.bet(0, 1, BULL, 100e18, quoted);
        vm.revertToState(snapshot);
        skip(1);
        vm.expectRevert(IUpDown.TooFewShares.selector);
        vm.prank(ALICE);
        upDown.bet(0, 1, BULL, 100e18, quoted);
    }

    /// At one weight pieces never give more shares than the whole, whatever their sizes, and whatever was bet before.
    function testFuzz_piecesGiveNoMoreThanTheWhole(uint256 seed, uint256 count) public {
        count = bound(count, 2, 12);
        skip(seed % 270);
        if (seed & (1 << 16) != 0) bull(BOB, 0, 1e18 + amountOf(next(seed), 500_000e18));
        if (seed & (1 << 17) != 0) bear(CAROL, 0, 1e18 + amountOf(next(next(seed)), 500_000e18));
        uint8 side = seed & (1 << 18) != 0 ? BULL : BEAR;
        uint256[] memory pieces = new uint256[](count);
        uint256 whole;
        for (uint256 i; i < count; ++i) {
            seed = next(seed);
            pieces[i] = 1e18 + amountOf(seed, 50_000e18);
            whole += pieces[i];
        }
        uint256 quoted = upDown.quoteShares(0, side, whole);
        vm.startPrank(ALICE);
        for (uint256 i; i < count; ++i) {
            upDown.bet(0, 1, side, pieces[i], 0);
        }
        (, uint256 amount, uint256 shares,) = upDown.getUserBet(0, 1, ALICE);
        vm.assertEq(amount, whole);
        vm.assertLe(shares, quoted, "pieces give more than the whole");
        vm.assertApproxEqRel(shares, quoted, 1e6);
    }

    /// Ten wallets of one person on both sides: together they never get back more than they paid in and the seed.
    function testFuzz_bothSidesOfOnePersonWinNothing(uint256 seed, bool rises) public {
        uint256 seedBonus = _makeSeed(100e18);
        uint256 paidIn;
        for (uint256 i; i < 10; ++i) {
            seed = next(seed);
            uint256 amount = 1e18 + amountOf(seed, 10_000e18);
            paidIn += amount;
            _join(_wallet(i));
            if (i % 2 == 0) bull(_wallet(i), 0, amount);
            else bear(_wallet(i), 0, amount);
        }
        uint256 losing = rises ? current(0).bearPool : current(0).bullPool;
        finish(0, rises ? PRICE * 2 : int256(1));
        uint256 paidOut;
        for (uint256 i; i < 10; ++i) {
            if (upDown.quoteClaimPayout(0, 2, _wallet(i)) > 0) paidOut += claim(_wallet(i), 0, 2);
        }
        // 5 % of the losing pool are gone, the seed is won, and each of five winners loses at most a unit of 1e-18.
        uint256 expected = paidIn + seedBonus - losing * 2 / 100 - losing * 3 / 100;
        vm.assertLe(paidOut, expected, "more than there is");
        vm.assertGe(paidOut + 5, expected, "less than there is");
    }

    function test_nobodyClaimsTwice() public {
        bull(ALICE, 0, 100e18);
        bear(BOB, 0, 100e18);
        // Others' money, which a second claim would take.
        bull(BOB, 4, 1_000e18);
        finish(0, PRICE + 1);
        uint8[] memory tfs = new uint8[](8);
        uint256[] memory ids = new uint256[](8);
        for (uint256 i; i < 8; ++i) {
            ids[i] = 1;
        }
        // One that is open, one that does not exist, a timeframe that does not, and six times the same.
        (tfs[5], ids[6], tfs[7]) = (4, 99, 77);
        vm.startPrank(ALICE);
        uint256 held = usdb.balanceOf(ALICE);
        upDown.claimMany(tfs, ids);
        vm.assertEq(usdb.balanceOf(ALICE) - held, 195e18);
        vm.expectRevert(IUpDown.NothingToClaim.selector);
        upDown.claimMany(tfs, ids);
        vm.expectRevert(IUpDown.NothingToClaim.selector);
        upDown.claim(0, 1);
        vm.assertEq(usdb.balanceOf(address(upDown)), 1_003e18);
    }

    /// The operator loses a bet and stops the rounds: those that have ended are decided by the feed.
    function test_theOperatorCannotVoidALostBet() public {
        fund(OPERATOR, 100e18);
        allow(OPERATOR);
        bull(OPERATOR, 0, 100e18);
        bear(ALICE, 0, 100e18);
        vm.warp(current(0).endTime);
        post(PRICE - 1);
        vm.startPrank(OPERATOR);
        upDown.panicCancel();
        address other = address(new FeedMock());
        vm.expectRevert(IUpDown.RoundOpen.selector);
        upDown.setPriceFeed(other);
        vm.stopPrank();
        vm.warp(vm.getBlockTimestamp() + 30 days);
        upDown.cancelCurrentRoundAndStartNext(0);
        vm.assertEq(claim(ALICE, 0, 1), 195e18);
    }

    /// Who bets alone wins nothing of a seed; on the wrong side the stake is lost to nobody: it is refunded.
    function test_nobodyAloneWinsASeed() public {
        uint256 seedBonus = _makeSeed(1_000e18);
        vm.assertEq(seedBonus, 30e18);
        bull(ALICE, 0, 1e18);
        uint256 snapshot = vm.snapshotState();
        finish(0, PRICE + 2);
        vm.assertEq(claim(ALICE, 0, 2), 1e18);
        vm.assertEq(current(0).seedBonus, seedBonus);
        vm.revertToState(snapshot);
        finish(0, PRICE - 2);
        vm.assertEq(claim(ALICE, 0, 2), 1e18);
        vm.assertEq(current(0).seedBonus, seedBonus);
    }

    /// Where nobody else bets, two wallets with 1 USDB each win as much of a seed as they lose, not all of it. Any other bet on
    /// the side that is right takes its part.
    function test_twoWalletsWinNoMoreOfASeedThanTheyLose() public {
        uint256 seedBonus = _makeSeed(10_000e18);
        vm.assertEq(seedBonus, 300e18);
        bull(ALICE, 0, 1e18);
        bear(BOB, 0, 1e18);
        uint256 snapshot = vm.snapshotState();
        vm.assertEq(upDown.quoteCurrentPayout(0, BOB), 2.95e18);
        vm.assertEq(upDown.seedPaid(0, 2), 0);
        vm.warp(current(0).endTime);
        post(PRICE - 2);
        vm.expectEmit(address(upDown));
        emit IUpDown.CarryoverCaptured(0, 2, 299.03e18);
        upDown.settleCurrentRound(0);
        vm.assertEq(upDown.seedPaid(0, 2), 1e18);
        vm.assertEq(getRound(0, 2).seedBonus, seedBonus);
        vm.assertEq(claim(BOB, 0, 2), 2.95e18);
        vm.assertEq(current(0).seedBonus, 299.03e18);
        vm.revertToState(snapshot);
        skip(269);
        bear(CAROL, 0, 9e18);
        finish(0, PRICE - 2);
        vm.assertLe(claim(BOB, 0, 2), 1e18 + 1.95e18 * 3 / 10, "shared");
    }

    /// Of a seed the winners get at most as much as the losing pool, and what is left is in the next round to the last unit.
    function testFuzz_aSeedIsBoundedByTheLosingPool(uint256 seed, bool rises) public {
        uint256 seedBonus = _makeSeed(1e18 + amountOf(seed, 100_000e18));
        uint256 up = 1e18 + amountOf(next(seed), 5_000e18);
        uint256 down = 1e18 + amountOf(next(next(seed)), 5_000e18);
        bull(ALICE, 0, up);
        bear(BOB, 0, down);
        (address winner, uint256 stake, uint256 losing) = rises ? (ALICE, up, down) : (BOB, down, up);
        uint256 quoted = upDown.quoteCurrentPayout(0, winner);
        finish(0, rises ? PRICE * 2 : int256(1));
        uint256 used = seedBonus < losing ? seedBonus : losing;
        uint256 carry = losing * 3 / 100;
        vm.assertEq(upDown.seedPaid(0, 2), used);
        vm.assertEq(current(0).seedBonus, seedBonus - used + carry);
        uint256 paid = claim(winner, 0, 2);
        vm.assertEq(paid, stake + losing - losing * 2 / 100 - carry + used);
        vm.assertEq(paid, quoted, "as it was shown");
    }

    /// The start price of a round is known when it opens: one that is older than a tenth of the round would tell who has seen the
    /// market where the next update will be. The round before is closed, and none opens until there is a fresh price.
    function test_noRoundStartsAtAnOldPrice() public {
        uint16[5] memory ages = [60, 90, 360, 1_440, 3_600];
        for (uint8 tf; tf < 5; ++tf) {
            vm.assertEq(upDown.priceStaleness(tf), ages[tf]);
            uint256 snapshot = vm.snapshotState();
            vm.warp(current(tf).endTime);
            post(PRICE + 1);
            uint256 postedAt = vm.getBlockTimestamp();
            vm.warp(postedAt + ages[tf] + 1);
            uint256 late = vm.snapshotState();
            upDown.settleCurrentRound(tf);
            vm.assertEq(getRound(tf, 1).outcome, CANCELED);
            vm.assertEq(upDown.currentRoundId(tf), 0);
            vm.assertEq(upDown.bettingEndsAt(tf), 0);
            vm.expectRevert(IUpDown.StalePrice.selector);
            upDown.startRound(tf);
            vm.expectRevert(IUpDown.NoActiveRound.selector);
            bull(ALICE, tf, 1e18);
            post(PRICE + 2);
            vm.prank(ALICE);
            upDown.startRound(tf);
            vm.assertEq(uint256(current(tf).startPrice), uint256(PRICE + 2));
            vm.revertToState(late);
            vm.warp(postedAt + ages[tf]);
            upDown.settleCurrentRound(tf);
            vm.assertEq(uint256(current(tf).startPrice), uint256(PRICE + 1));
            vm.revertToState(snapshot);
        }
        vm.expectRevert(IUpDown.InvalidTimeframe.selector);
        upDown.priceStaleness(5);
    }

    /// After a stop the rounds open for which the price is fresh; the others wait for a fresher one.
    function test_roundsResumeWhereThePriceIsFresh() public {
        vm.startPrank(OPERATOR);
        upDown.panicCancel();
        vm.warp(vm.getBlockTimestamp() + 400);
        upDown.resumePrediction();
        vm.stopPrank();
        for (uint8 tf; tf < 5; ++tf) {
            vm.assertEq(upDown.currentRoundId(tf), tf < 3 ? 0 : 2);
        }
        post(PRICE + 2);
        upDown.startRound(0);
        vm.assertEq(upDown.currentRoundId(0), 2);
    }

    /// Of two equal bets at equal pools the later one never gets more per USDB: neither shares nor money.
    function testFuzz_laterBetsNeverGetMoreAtEqualPools(uint256 seed, uint256 early, uint256 late) public {
        uint8 tf = uint8(seed % 5);
        uint256 length = upDown.bettingEndsAt(tf) - vm.getBlockTimestamp();
        late = late % length;
        early = early % (late + 1);
        if (seed & (1 << 16) != 0) bull(BOB, tf, 1e18 + amountOf(next(seed), 500_000e18));
        if (seed & (1 << 17) != 0) bear(CAROL, tf, 1e18 + amountOf(next(next(seed)), 500_000e18));
        uint8 side = seed & (1 << 18) != 0 ? BULL : BEAR;
        uint256 amount = 1e18 + amountOf(next(seed ^ 1), 50_000e18);
        uint256 startTime = vm.getBlockTimestamp();
        uint256 snapshot = vm.snapshotState();
        (uint256 earlyShares, uint256 earlyPaid) = _play(tf, side, amount, startTime + early);
        vm.revertToState(snapshot);
        (uint256 lateShares, uint256 latePaid) = _play(tf, side, amount, startTime + late);
        vm.assertLe(lateShares, earlyShares, "shares");
        vm.assertLe(latePaid, earlyPaid, "money");
    }

    /// The proof of the review: 1,000 USDB against 20,000, in the first second and in the last one that takes bets.
    function test_theLastBetIsWorthLessThanAThirdOfTheFirst() public {
        bear(BOB, 0, 20_000e18);
        uint256 first = upDown.quoteShares(0, BULL, 1_000e18);
        vm.warp(upDown.bettingEndsAt(0) - 1);
        uint256 last = upDown.quoteShares(0, BULL, 1_000e18);
        vm.assertLe(last * 3, first, "shares");
        vm.warp(current(0).endTime - 1);
        vm.expectRevert(IUpDown.BettingClosed.selector);
        bull(ALICE, 0, 1_000e18);
    }

    /// Empty rounds lose nothing of a seed, and nobody can take it out of one.
    function test_aSeedPassesThroughEmptyRounds() public {
        uint256 seedBonus = _makeSeed(1_000e18);
        for (int256 i = 1; i < 10; ++i) {
            finish(0, PRICE + i % 3 - 1);
            vm.assertEq(current(0).seedBonus, seedBonus);
        }
        vm.warp(current(0).endTime + 3_601);
        upDown.cancelCurrentRoundAndStartNext(0);
        vm.assertEq(upDown.currentRoundId(0), 0);
        vm.assertEq(upDown.pendingCarryover(0), seedBonus);
    }

    /// The virtual base rises after a round with a volume above it. Who bets on both sides in equal parts pays 2.5 % of the
    /// base for a rise by 10 %: a twentieth of the losing half.
    function test_growthOfTheBaseByBothSidesHasItsPrice() public {
        _join(_wallet(0));
        _join(_wallet(1));
        uint256 spent;
        for (uint256 i; i < 10; ++i) {
            uint256 base = upDown.protocolVirtBase(0);
            uint256 half = base / 2 + 1;
            uint256 seedBonus = current(0).seedBonus;
            bull(_wallet(0), 0, half);
            bear(_wallet(1), 0, half);
            finish(0, PRICE + int256(i) + 1);
            spent += 2 * half - claim(_wallet(0), 0, i + 1) + seedBonus;
            vm.assertEq(upDown.protocolVirtBase(0), base + base / 10);
        }
        // From 500 to 1,296.87: 199 USDB, of which 3/5 seeded the rounds after.
        vm.assertApproxEqRel(upDown.protocolVirtBase(0), 1_296.87e18, 1e14);
        vm.assertApproxEqRel(spent, 199.2e18, 1e16);
        // It falls by 5 % after a round with less.
        bull(ALICE, 0, 1e18);
        finish(0, PRICE + 100);
        vm.assertApproxEqRel(upDown.protocolVirtBase(0), 1_232.03e18, 1e14);
    }

    /// Who bets alone on one side pays nothing: the stake comes back, whether the side was right or the round is canceled. So
    /// the base measures stakes, not fees. It changes how the winners share, never how much.
    function test_growthOfTheBaseByOneSideIsFree() public {
        _join(_wallet(0));
        uint256 held = usdb.balanceOf(_wallet(0));
        int256 price = PRICE;
        uint256 won;
        for (uint256 id = 1; won < 10; ++id) {
            bull(_wallet(0), 0, upDown.protocolVirtBase(0) + 1);
            price += id % 2 == 0 ? int256(3) : -2;
            finish(0, price);
            if (getRound(0, id).outcome == BULL) ++won;
            claim(_wallet(0), 0, id);
        }
        vm.assertEq(usdb.balanceOf(_wallet(0)), held);
        vm.assertApproxEqRel(upDown.protocolVirtBase(0), 1_296.87e18, 1e14);
        // The largest base does not move money between the sides.
        bull(ALICE, 0, 100e18);
        bear(BOB, 0, 100e18);
        uint256 id_ = upDown.currentRoundId(0);
        finish(0, price + 1);
        vm.assertEq(claim(ALICE, 0, id_), 195e18);
    }

    /// Whatever a feed does, stakes come back: it reverts, has no code, answers too little, or burns all gas.
    function test_aDeadFeedLocksNothing() public {
        bull(ALICE, 0, 100e18);
        vm.warp(current(0).endTime);
        post(PRICE + 1);
        skip(1_201);
        bytes[5] memory codes = [bytes(hex"5f5ffd"), "", hex"00", hex"60205ff3", hex"5b5f56"];
        for (uint256 i; i < codes.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            vm.etch(address(feed), codes[i]);
            vm.expectRevert(IUpDown.NoUpdateAfterEndTime.selector);
            upDown.settleCurrentRound(0);
            uint256 gas = gasleft();
            upDown.cancelCurrentRoundAndStartNext(0);
            vm.assertLe(gas - gasleft(), 10_000_000, "gas");
            vm.assertEq(claim(ALICE, 0, 1), 100e18);
            vm.assertEq(upDown.currentRoundId(0), 0);
            vm.revertToState(snapshot);
        }
    }

    /// A feed that calls back while it is read changes nothing: each of its calls fails, and the round is settled once.
    function test_aFeedCannotReenter() public {
        ReentrantFeed reentrant = new ReentrantFeed();
        vm.startPrank(OPERATOR);
        upDown.panicCancel();
        upDown.setPriceFeed(address(reentrant));
        upDown.resumePrediction();
        vm.stopPrank();
        bull(ALICE, 0, 100e18);
        uint256 end = current(0).endTime;
        vm.warp(end + 50);
        reentrant.attack(upDown);
        upDown.settleCurrentRound(0);
        vm.assertEq(upDown.currentRoundId(0), 3);
        vm.assertEq(uint256(getRound(0, 2).endPrice), end);
        vm.assertEq(claim(ALICE, 0, 2), 100e18);
    }

    /// @dev ALICE bets then; the round is won by her side. Returns her shares and what she is paid.
    function _play(uint8 tf, uint8 side, uint256 amount, uint256 time)
        private
        returns (uint256 shares, uint256 paid)
    {
        vm.warp(time);
        vm.prank(ALICE);
        shares = upDown.bet(tf, 1, side, amount, 0);
        finish(tf, side == BULL ? PRICE * 2 : int256(1));
        paid = claim(ALICE, tf, 1);
    }

    function _wallet(uint256 i) private pure returns (address) {
        return address(uint160(0xa000 + i));
    }

    function _join(address wallet) private {
        fund(wallet, 100_000e18);
        allow(wallet);
    }

    /// @dev A first round with a losing pool of this size, which seeds the second one with 3 % of it.
    function _makeSeed(uint256 losing) private returns (uint256) {
        bull(BOB, 0, 1e18);
        bear(CAROL, 0, losing);
        finish(0, PRICE + 1);
        return current(0).seedBonus;
    }
}
