// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {IPrivateMarketTrading} from "../../src/markets/IPrivateMarketTrading.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IFactoryToken} from "../../src/tokens/IFactoryToken.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";

/// @dev DEV has created the market and added four voters.
contract PrivateMarketTradingTest is MarketsFixture {
    address private market;
    uint256 private endTime;

    function setUp() public override {
        super.setUp();
        endTime = vm.getBlockTimestamp() + 1 days;
        market = _open(endTime, true);
        for (uint256 i; i < 4; ++i) {
            vm.prank(DEV);
            privateTrading.manageVoter(market, voter(i), true);
        }
    }

    function test_creatorManagesVoters() public {
        vm.assertTrue(privateTrading.isMarketVoter(market, DEV), "and is one");
        vm.prank(DEV);
        vm.expectEmit(address(privateTrading));
        emit IPrivateMarketTrading.VoterChanged(market, ALICE, true);
        privateTrading.manageVoter(market, ALICE, true);
        vm.assertTrue(privateTrading.isMarketVoter(market, ALICE));
        vm.startPrank(DEV);
        vm.expectEmit(address(privateTrading));
        emit IPrivateMarketTrading.VoterChanged(market, ALICE, false);
        privateTrading.manageVoter(market, ALICE, false);
        vm.expectRevert(IPrivateMarketTrading.CreatorStaysVoter.selector);
        privateTrading.manageVoter(market, DEV, false);
        vm.expectRevert(IMarketBook.ZeroAddress.selector);
        privateTrading.manageVoter(market, address(0), true);
        vm.stopPrank();
        vm.prank(ALICE);
        vm.expectRevert(IMarketBook.OnlyCreator.selector);
        privateTrading.manageVoter(market, ALICE, true);
    }

    function test_creatorAdmitsBuyers() public {
        address[] memory buyers = new address[](2);
        (buyers[0], buyers[1]) = (ALICE, BOB);
        vm.assertTrue(privateTrading.userCanBuyEvent(market, DEV));
        bytes memory refusal = abi.encodeWithSelector(IPrivateMarketTrading.BuyerNotAdmitted.selector, ALICE);
        vm.startPrank(ALICE);
        vm.expectRevert(refusal);
        privateTrading.buy(market, 0, address(usdb), 1e18, 0, 0);
        vm.expectRevert(refusal);
        privateTrading.buyOrder(market, 0, 1e18);
        vm.expectRevert(refusal);
        privateTrading.buyMultipleOrders(market, idList(0), 1e18);
        vm.expectRevert(refusal);
        privateTrading.buyOrdersAndContract(market, 0, idList(0), address(usdb), 1e18, 0);
        vm.expectRevert(IMarketBook.OnlyCreator.selector);
        privateTrading.togglePrivateEventBuyers(market, buyers, true);
        vm.stopPrank();
        vm.prank(DEV);
        vm.expectEmit(address(privateTrading));
        emit IPrivateMarketTrading.BuyerChanged(market, ALICE, true);
        vm.expectEmit(address(privateTrading));
        emit IPrivateMarketTrading.BuyerChanged(market, BOB, true);
        privateTrading.togglePrivateEventBuyers(market, buyers, true);
        _bet(ALICE, 0, 10e18);
        vm.startPrank(DEV);
        privateTrading.togglePrivateEventBuyers(market, buyers, false);
        buyers[1] = address(0);
        vm.expectRevert(IMarketBook.ZeroAddress.selector);
        privateTrading.togglePrivateEventBuyers(market, buyers, true);
        vm.stopPrank();
        vm.assertFalse(privateTrading.userCanBuyEvent(market, ALICE));
    }

    function test_marketWithoutPrivateEventIsOpenToAll() public {
        address opened = _open(0, false);
        vm.assertTrue(privateTrading.userCanBuyEvent(opened, ALICE));
        vm.assertFalse(privateTrading.userCanBuyEvent(ALICE, ALICE));
        vm.prank(DEV);
        vm.expectRevert(IPrivateMarketTrading.NotPrivateEvent.selector);
        privateTrading.togglePrivateEventBuyers(opened, new address[](0), true);
        vm.prank(ALICE);
        privateTrading.buy(opened, 0, address(usdb), 10e18, 0, 0);
    }

    function test_voterVotesFromTheEndAndMayChange() public {
        vm.warp(endTime - 1);
        vm.prank(voter(0));
        vm.expectRevert(abi.encodeWithSelector(IPrivateMarketTrading.VotingNotOpen.selector, endTime));
        privateTrading.vote(market, 0);
        vm.warp(endTime);
        vm.assertEq(privateTrading.firstVoteTime(market), 0);
        vm.prank(voter(0));
        vm.expectEmit(address(privateTrading));
        emit IPrivateMarketTrading.Vote(market, voter(0), 0);
        privateTrading.vote(market, 0);
        vm.assertEq(privateTrading.firstVoteTime(market), endTime);
        vm.assertEq(privateTrading.voterChoice(market, voter(0)), 0);
        vm.assertEq(privateTrading.voterChoice(market, voter(1)), 255);
        vm.warp(endTime + 10);
        _vote(0, 254);
        vm.assertEq(privateTrading.voteCount(market, 0), 0);
        vm.assertEq(privateTrading.voteCount(market, 254), 1);
        vm.assertEq(privateTrading.firstVoteTime(market), endTime, "the window stays");
        vm.prank(ALICE);
        vm.expectRevert(IPrivateMarketTrading.OnlyVoter.selector);
        privateTrading.vote(market, 0);
        uint8[3] memory wrong = [3, 253, 255];
        for (uint256 i; i < wrong.length; ++i) {
            vm.prank(voter(0));
            vm.expectRevert(abi.encodeWithSelector(IMarketBook.InvalidOutcome.selector, wrong[i]));
            privateTrading.vote(market, wrong[i]);
        }
        vm.prank(DEV);
        vm.expectRevert(abi.encodeWithSelector(IPrivateMarketTrading.VoterHasVoted.selector, voter(0)));
        privateTrading.manageVoter(market, voter(0), false);
    }

    function test_openEndedMarketIsVotedAtAnyTime() public {
        market = _open(0, true);
        vm.prank(DEV);
        privateTrading.vote(market, 1);
        vm.warp(vm.getBlockTimestamp() + WINDOW);
        privateTrading.finalize(market);
        (, uint8 outcome,,) = privateTrading.getState(market);
        vm.assertEq(outcome, 1);
    }

    function test_pluralityDecidesAfterTheWindow() public {
        _bet(DEV, 1, 100e18);
        vm.warp(endTime);
        vm.expectRevert(IPrivateMarketTrading.VotingNotOver.selector);
        privateTrading.finalize(market);
        _vote(0, 1);
        _vote(1, 0);
        _vote(2, 1);
        _vote(3, 2);
        vm.warp(endTime + WINDOW - 1);
        vm.expectRevert(IPrivateMarketTrading.VotingNotOver.selector);
        privateTrading.finalize(market);
        vm.warp(endTime + WINDOW);
        vm.prank(voter(1));
        vm.expectRevert(IPrivateMarketTrading.VotingClosed.selector);
        privateTrading.vote(market, 2);
        vm.prank(ALICE);
        vm.expectEmit(address(privateTrading));
        emit IPrivateMarketTrading.Resolved(market, 1);
        privateTrading.finalize(market);
        (, uint8 outcome, bool isFinal,) = privateTrading.getState(market);
        vm.assertEq(outcome, 1);
        vm.assertTrue(isFinal);
        uint256 before = usdb.balanceOf(DEV);
        vm.prank(DEV);
        privateTrading.redeem(market);
        vm.assertEq(usdb.balanceOf(DEV) - before, 98.5e18 + 0.95e18);
    }

    function test_tieIsBrokenByAnotherVoteOrAChangedOne() public {
        vm.warp(endTime);
        _vote(0, 1);
        _vote(1, 0);
        vm.warp(endTime + WINDOW);
        vm.expectRevert(IPrivateMarketTrading.TiedVote.selector);
        privateTrading.finalize(market);
        _vote(2, 2);
        vm.expectRevert(IPrivateMarketTrading.TiedVote.selector);
        privateTrading.finalize(market);
        _vote(2, 0);
        vm.prank(voter(3));
        vm.expectRevert(IPrivateMarketTrading.VotingClosed.selector);
        privateTrading.vote(market, 1);
        privateTrading.finalize(market);
        (, uint8 outcome,,) = privateTrading.getState(market);
        vm.assertEq(outcome, 0);
    }

    function test_poolSellsUntilTheEndOrTheFirstVote() public {
        vm.warp(endTime - 1);
        _bet(DEV, 0, 10e18);
        vm.warp(endTime);
        vm.assertFalse(privateTrading.isPoolOpen(market));
        vm.prank(DEV);
        vm.expectRevert(IMarketBook.PoolClosed.selector);
        privateTrading.buy(market, 0, address(usdb), 10e18, 0, 0);
        market = _open(0, true);
        vm.warp(vm.getBlockTimestamp() + 300 days);
        _bet(DEV, 0, 10e18);
        vm.startPrank(DEV);
        privateTrading.vote(market, 1);
        vm.assertFalse(privateTrading.isPoolOpen(market));
        vm.expectRevert(IMarketBook.PoolClosed.selector);
        privateTrading.buy(market, 0, address(usdb), 10e18, 0, 0);
        vm.warp(vm.getBlockTimestamp() + WINDOW - 1);
        privateTrading.vote(market, 0);
        vm.expectRevert(IMarketBook.PoolClosed.selector);
        privateTrading.buy(market, 0, address(usdb), 10e18, 0, 0);
        vm.stopPrank();
    }

    /// Without votes everybody gets the own cost back after 30 days; pot and bounty go to the insurance wallet.
    function test_marketWithoutVotesBecomesInvalid() public {
        _bet(DEV, 1, 100e18);
        vm.prank(BOB);
        privateTrading.donate(market, 7e18, true);
        (uint256 pot, uint256 bounty) =
            (privateTrading.getGeneralPot(market), privateTrading.getBountyPool(market));
        vm.warp(endTime + 30 days - 1);
        vm.expectRevert(IPrivateMarketTrading.VotingNotOver.selector);
        privateTrading.finalize(market);
        vm.warp(endTime + 30 days);
        vm.prank(ALICE);
        vm.expectEmit(address(privateTrading));
        emit IMarketBook.MarketInvalidated(market, pot);
        vm.expectEmit(address(privateTrading));
        emit IPrivateMarketTrading.Resolved(market, 254);
        privateTrading.finalize(market);
        vm.assertEq(usdb.balanceOf(INSURANCE), pot + bounty);
        uint256 before = usdb.balanceOf(DEV);
        vm.prank(DEV);
        privateTrading.redeem(market);
        vm.assertEq(usdb.balanceOf(DEV) - before, 98.5e18);
        vm.assertEq(usdb.balanceOf(address(privateTrading)), 0);
        vm.prank(voter(0));
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        privateTrading.vote(market, 1);
    }

    function test_openEndedMarketWithoutVotesBecomesInvalidAfterAYear() public {
        market = _open(0, true);
        uint256 start = vm.getBlockTimestamp();
        vm.warp(start + 365 days - 1);
        vm.expectRevert(IPrivateMarketTrading.VotingNotOver.selector);
        privateTrading.finalize(market);
        vm.warp(start + 365 days);
        privateTrading.finalize(market);
        (, uint8 outcome, bool isFinal,) = privateTrading.getState(market);
        vm.assertTrue(isFinal);
        vm.assertEq(outcome, 254);
    }

    /// A single vote, however late, prevents the timeout.
    function test_aVotePreventsTheTimeout() public {
        vm.warp(endTime + 31 days);
        _vote(0, 1);
        vm.expectRevert(IPrivateMarketTrading.VotingNotOver.selector);
        privateTrading.finalize(market);
        vm.warp(vm.getBlockTimestamp() + WINDOW);
        privateTrading.finalize(market);
        (, uint8 outcome,,) = privateTrading.getState(market);
        vm.assertEq(outcome, 1);
        market = _open(type(uint256).max, true);
        vm.expectRevert(IPrivateMarketTrading.VotingNotOver.selector);
        privateTrading.finalize(market);
    }

    function test_aliasViewsOfOtherClients() public {
        vm.assertEq(privateTrading.minSeedPublic(), 10e18);
        vm.assertEq(privateTrading.minSeedPrivate(), 0);
        vm.assertFalse(privateTrading.hasBetted(market, DEV));
        _bet(DEV, 1, 100e18);
        vm.assertTrue(privateTrading.hasBetted(market, DEV));
        vm.prank(BOB);
        privateTrading.donate(market, 10e18, true);
        vm.assertEq(privateTrading.bountyPool(market), 10.05e18);
        vm.warp(endTime);
        _vote(0, 1);
        vm.assertEq(privateTrading.bountyPerCorrectVote(market), 0);
        vm.warp(endTime + WINDOW);
        privateTrading.finalize(market);
        vm.assertEq(privateTrading.bountyPerCorrectVote(market), 10.05e18);
        vm.assertFalse(privateTrading.bountyClaimed(market, voter(0)));
        vm.prank(voter(0));
        privateTrading.claimBounty(market);
        vm.assertTrue(privateTrading.bountyClaimed(market, voter(0)));
    }

    function test_creatorManagesTheWhitelistOfTheToken() public {
        vm.prank(DEV);
        market = privateTrading.createMarket(
            "Who comes?", "WHO", 0, optionsOf(2), address(main), true, true, 1_000, 0
        );
        FactoryToken token = FactoryToken(market);
        address[] memory guests = new address[](2);
        (guests[0], guests[1]) = (ALICE, BOB);
        vm.startPrank(ALICE);
        vm.expectRevert(IMarketBook.OnlyCreator.selector);
        privateTrading.manageWhitelist(market, guests, 100e18, "guests", true);
        vm.expectRevert(IMarketBook.OnlyCreator.selector);
        privateTrading.DisableFreeze(market);
        vm.stopPrank();
        vm.startPrank(DEV);
        vm.expectEmit(market);
        emit IFactoryToken.WhiteListedWallet(ALICE, 100e18, "guests");
        vm.expectEmit(market);
        emit IFactoryToken.WhiteListedWallet(BOB, 100e18, "guests");
        privateTrading.manageWhitelist(market, guests, 100e18, "guests", true);
        vm.assertTrue(token.whitelisted(ALICE) && token.whitelisted(BOB));
        privateTrading.manageWhitelist(market, guests, 0, "", false);
        vm.assertFalse(token.whitelisted(ALICE) || token.whitelisted(BOB));
        privateTrading.DisableFreeze(market);
        vm.assertFalse(token.frozen());
        vm.stopPrank();
    }

    function test_invalidPaysBack() public {
        _bet(DEV, 1, 100e18);
        vm.warp(endTime);
        _vote(0, 254);
        vm.warp(endTime + WINDOW);
        vm.expectEmit(address(privateTrading));
        emit IMarketBook.MarketInvalidated(market, 0.95e18);
        privateTrading.finalize(market);
        uint256 before = usdb.balanceOf(DEV);
        vm.prank(DEV);
        privateTrading.redeem(market);
        vm.assertEq(usdb.balanceOf(DEV) - before, 98.5e18);
        vm.assertEq(usdb.balanceOf(INSURANCE), 0.95e18);
    }

    function test_votersForTheOutcomeShareTheBounty() public {
        vm.prank(BOB);
        privateTrading.donate(market, 10e18, true);
        vm.warp(endTime);
        _vote(0, 1);
        _vote(1, 0);
        _vote(2, 1);
        _vote(3, 1);
        _expectNoBounty(voter(0));
        vm.warp(endTime + WINDOW);
        privateTrading.finalize(market);
        uint256 part = uint256(10e18) / 3;
        vm.assertEq(privateTrading.getClaimableBounty(market, voter(0)), part);
        vm.prank(voter(0));
        vm.expectEmit(address(privateTrading));
        emit IPrivateMarketTrading.BountyClaimed(market, voter(0), part);
        privateTrading.claimBounty(market);
        vm.assertEq(usdb.balanceOf(voter(0)), part);
        _expectNoBounty(voter(0));
        _expectNoBounty(voter(1));
        _expectNoBounty(ALICE);
    }

    function test_everythingIsRefusedAfterTheOutcome() public {
        vm.warp(endTime);
        _vote(0, 1);
        vm.warp(endTime + WINDOW);
        privateTrading.finalize(market);
        bytes memory over = abi.encodeWithSelector(IMarketBook.MarketIsResolved.selector);
        vm.expectRevert(over);
        privateTrading.finalize(market);
        vm.prank(voter(0));
        vm.expectRevert(over);
        privateTrading.vote(market, 0);
        vm.startPrank(DEV);
        vm.expectRevert(over);
        privateTrading.manageVoter(market, ALICE, true);
        vm.expectRevert(over);
        privateTrading.togglePrivateEventBuyers(market, new address[](0), true);
        vm.expectRevert(over);
        privateTrading.buy(market, 0, address(usdb), 1e18, 0, 0);
        vm.stopPrank();
    }

    function _open(uint256 end, bool isEvent) private returns (address) {
        vm.prank(DEV);
        return privateTrading.createMarket(
            "Who comes?", "WHO", end, optionsOf(3), address(main), isEvent, false, 0, isEvent ? 0 : 10e18
        );
    }

    function _bet(address trader, uint8 outcome, uint256 usdc) private {
        vm.prank(trader);
        privateTrading.buy(market, outcome, address(usdb), usdc, 0, 0);
    }

    function _vote(uint256 index, uint8 outcome) private {
        vm.prank(voter(index));
        privateTrading.vote(market, outcome);
    }

    function _expectNoBounty(address wallet) private {
        vm.prank(wallet);
        vm.expectRevert(IPrivateMarketTrading.NoBounty.selector);
        privateTrading.claimBounty(market);
    }
}
