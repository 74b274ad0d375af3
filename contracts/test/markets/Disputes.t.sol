// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IMarketResolver} from "../../src/markets/IMarketResolver.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";

/// @dev Payout of bonds and bounty at the end of a dispute.
contract DisputeTest is MarketsFixture {
    address private market;
    uint256 private endOfVoting;

    function setUp() public override {
        super.setUp();
        market = createMarket(3, 0);
        stakeVoters(5);
        vm.prank(DEV);
        trading.donate(market, 90e18, true);
        propose(market, 0);
    }

    function test_proposerWins() public {
        _vote(1, [0, 0, 1]);
        uint256 before = usdb.balanceOf(ALICE);
        _expectBonds(ALICE, 10e18);
        _finalize();
        vm.assertEq(usdb.balanceOf(ALICE) - before, 10e18);
        _expectBounty(0, 45e18);
        _expectBounty(1, 45e18);
        _expectNoBounty(voter(2));
        _expectNoBounty(ALICE);
        vm.assertEq(usdb.balanceOf(address(resolver)), 0);
    }

    function test_disputerWins() public {
        _vote(254, [254, 254, 254]);
        uint256 before = usdb.balanceOf(BOB);
        _expectBonds(BOB, 10e18);
        _finalize();
        vm.assertEq(usdb.balanceOf(BOB) - before, 10e18);
        vm.assertEq(resolver.getClaimableBounty(market, voter(2)), 30e18);
        _expectBounty(2, 30e18);
        vm.assertEq(resolver.getClaimableBounty(market, voter(2)), 0);
        vm.prank(voter(2));
        vm.expectRevert(IMarketResolver.NoBounty.selector);
        resolver.claimBounty(market);
    }

    function test_aThirdOutcomeSeizesBothBonds() public {
        _vote(1, [2, 2, 1]);
        vm.warp(endOfVoting + VETO);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.Resolved(market, 2);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsSeized(market, 10e18);
        resolver.finalizeMarket(market);
        // Nobody holds outcome 2, so the pot of 50 goes to the insurance wallet too.
        vm.assertEq(usdb.balanceOf(INSURANCE), 60e18);
        _expectBounty(0, 45e18);
    }

    function test_bountyIsRoundedDownPerVoter() public {
        vm.prank(DEV);
        trading.donate(market, 1, true);
        _vote(1, [0, 0, 0]);
        _finalize();
        _expectBounty(0, 30e18);
        _expectBounty(1, 30e18);
        _expectBounty(2, 30e18);
        vm.assertEq(usdb.balanceOf(address(resolver)), 1);
    }

    function test_nobodyClaimsBeforeTheOutcome() public {
        _vote(1, [0, 0, 1]);
        _expectNoBounty(voter(0));
    }

    // Veto

    function test_operatorDecidesAfterAVeto() public {
        _vote(1, [0, 0, 1]);
        uint256 before = usdb.balanceOf(DEV);
        vm.startPrank(DEV);
        vm.warp(endOfVoting - 1);
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.VotingRunning.selector, endOfVoting));
        resolver.veto(market, 2);
        vm.warp(endOfVoting);
        uint8[4] memory wrong = [1, 3, 253, 255];
        for (uint256 i; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IMarketResolver.InvalidOutcome.selector, wrong[i]));
            resolver.veto(market, wrong[i]);
        }
        vm.expectEmit(address(resolver));
        emit IMarketResolver.Vetoed(market, DEV, 2, 5e18);
        resolver.veto(market, 2);
        vm.assertEq(before - usdb.balanceOf(DEV), 5e18);
        vm.assertTrue(resolver.inVeto(market));
        vm.expectRevert(IMarketResolver.AlreadyVetoed.selector);
        resolver.veto(market, 0);
        vm.warp(endOfVoting + VETO);
        vm.expectRevert(IMarketResolver.AlreadyVetoed.selector);
        resolver.finalizeMarket(market);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, DEV));
        resolver.resolveByBasis(market, 2);
        vm.stopPrank();
        vm.prank(voter(3));
        vm.expectRevert(IMarketResolver.AlreadyVetoed.selector);
        resolver.vote(market, 0);
        vm.startPrank(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.InvalidOutcome.selector, 3));
        resolver.resolveByBasis(market, 3);
        resolver.resolveByBasis(market, 2);
        vm.stopPrank();
        vm.assertFalse(resolver.inVeto(market));
    }

    function test_operatorDecidesOnlyAfterAVeto() public {
        _vote(1, [0, 0, 1]);
        vm.warp(endOfVoting + VETO);
        vm.prank(OPERATOR);
        vm.expectRevert(IMarketResolver.NotVetoed.selector);
        resolver.resolveByBasis(market, 0);
    }

    /// Only the operator can decide a vetoed market.
    function test_ownershipCannotBeRenounced() public {
        vm.prank(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        resolver.renounceOwnership();
        vm.prank(DEV);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, DEV));
        resolver.renounceOwnership();
    }

    function test_vetoIsPossibleUntilTheEnd() public {
        _vote(1, [0, 0, 1]);
        vm.warp(endOfVoting + VETO + 30 days);
        vm.prank(DEV);
        resolver.veto(market, 0);
    }

    /// A vetoer who agrees with the winning proposer gets its own bond back.
    function test_vetoerAndProposerWin() public {
        _vetoed(0);
        uint256[3] memory before = _balances();
        _expectBonds(ALICE, 10e18);
        _expectBonds(DEV, 5e18);
        _decide(0);
        _expectGains(before, 10e18, 0, 5e18);
        _expectBounty(0, 45e18);
    }

    function test_proposerWinsAgainstTheVetoer() public {
        _vetoed(2);
        uint256[3] memory before = _balances();
        _expectBonds(ALICE, 15e18);
        _decide(0);
        _expectGains(before, 15e18, 0, 0);
    }

    function test_disputerWinsAgainstTheVetoer() public {
        _vetoed(0);
        uint256[3] memory before = _balances();
        _expectBonds(BOB, 15e18);
        _decide(1);
        _expectGains(before, 0, 15e18, 0);
        _expectBounty(2, 90e18);
    }

    function test_vetoerAloneWins() public {
        _vetoed(254);
        uint256[3] memory before = _balances();
        _expectBonds(DEV, 15e18);
        _decide(254);
        _expectGains(before, 0, 0, 15e18);
    }

    /// No voter chose the outcome: the bounty goes to the insurance wallet, like the bonds.
    function test_bondsAreSeizedWhenAllPartiesAreWrong() public {
        _vetoed(0);
        uint256[3] memory before = _balances();
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsSeized(market, 15e18);
        _decide(2);
        _expectGains(before, 0, 0, 0);
        vm.assertEq(usdb.balanceOf(INSURANCE), 15e18 + 90e18 + 50e18);
        vm.assertEq(usdb.balanceOf(address(resolver)), 0);
        _expectNoBounty(voter(0));
    }

    // EARLY

    function test_earlyStartsANewRound() public {
        _vote(253, [253, 253, 0]);
        uint256[3] memory before = _balances();
        vm.warp(endOfVoting + VETO);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.DisputeReset(market);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsDistributed(market, BOB, 6.25e18);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsSeized(market, 2.5e18);
        resolver.finalizeMarket(market);
        _expectGains(before, 0, 6.25e18, 0);
        vm.assertEq(usdb.balanceOf(INSURANCE), 2.5e18, "EARLY costs half of the proposer's bond");
        vm.assertEq(resolver.currentRound(market), 1);
        vm.assertFalse(resolver.resolved(market));
        vm.assertFalse(resolver.inDispute(market));
        vm.assertEq(resolver.proposalTime(market), 0);
        (address proposer,,,,,,,,, uint256 start) = resolver.disputes(market);
        vm.assertEq(proposer, address(0));
        vm.assertEq(start, 0);
        vm.assertEq(resolver.nftVoteCount(market, 0, 253), 2);
        vm.assertEq(resolver.nftVoteCount(market, 1, 253), 0);
        vm.assertEq(trading.getBountyPool(market), 90e18, "the bounty waits for the outcome");

        vm.assertEq(resolver.getClaimableEarlyBounty(market, 0, voter(0)), 0.625e18);
        _expectEarlyBounty(0, 0.625e18);
        _expectEarlyBounty(1, 0.625e18);
        _expectNoEarlyBounty(0, voter(0));
        _expectNoEarlyBounty(0, voter(2));
        _expectNoEarlyBounty(1, voter(1));
        vm.assertEq(usdb.balanceOf(address(resolver)), 0);
    }

    function test_nextRoundFollowsTheSameRules() public {
        _vote(253, [253, 253, 0]);
        _finalize();
        bet(ALICE, market, 1, 10e18);
        propose(market, 2);
        _vote(1, [1, 1, 2]);
        _finalize();
        vm.assertEq(resolver.finalOutcome(market), 1);
        vm.assertEq(resolver.bountyPerCorrectVote(market), 45.0025e18);
        vm.assertFalse(resolver.bountyClaimed(market, voter(0)));
        // 90 plus the bounty part of the tax on 10 USDB: 0.15 * 2/3 * 5 %.
        _expectBounty(0, 45.0025e18);
        vm.assertTrue(resolver.bountyClaimed(market, voter(0)));
        _expectNoBounty(voter(2));
    }

    /// The disputer did not say EARLY: half of the proposer's bond for the EARLY voters, the rest for the insurance.
    function test_earlyWinsAgainstProposerAndDisputer() public {
        _vote(1, [253, 253, 1]);
        uint256[3] memory before = _balances();
        vm.warp(endOfVoting + VETO);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.DisputeReset(market);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsSeized(market, 7.5e18);
        resolver.finalizeMarket(market);
        _expectGains(before, 0, 0, 0);
        vm.assertEq(usdb.balanceOf(INSURANCE), 7.5e18);
        _expectEarlyBounty(0, 1.25e18);
        _expectEarlyBounty(1, 1.25e18);
        _expectNoEarlyBounty(0, voter(2));
        vm.assertEq(usdb.balanceOf(address(resolver)), 0);
    }

    /// Only the operator says EARLY: all bonds go to the insurance wallet.
    function test_operatorsEarlySeizesBondsWithoutEarlyVotes() public {
        _vetoed(2);
        uint256[3] memory before = _balances();
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsSeized(market, 15e18);
        _decide(253);
        _expectGains(before, 0, 0, 0);
        vm.assertEq(usdb.balanceOf(INSURANCE), 15e18);
        vm.assertEq(usdb.balanceOf(address(resolver)), 0);
        vm.assertEq(resolver.currentRound(market), 1);
    }

    /// A vetoer who objects to EARLY loses the bond if the operator confirms EARLY.
    function test_earlyAgainstAVetoSeizesItsBond() public {
        _vote(1, [253, 253, 1]);
        vm.warp(endOfVoting);
        vm.prank(DEV);
        resolver.veto(market, 0);
        uint256[3] memory before = _balances();
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsSeized(market, 12.5e18);
        _decide(253);
        _expectGains(before, 0, 0, 0);
        _expectEarlyBounty(0, 1.25e18);
        _expectEarlyBounty(1, 1.25e18);
        vm.assertEq(usdb.balanceOf(address(resolver)), 0);
    }

    function test_operatorMayDecideEarly() public {
        _vote(253, [0, 0, 1]);
        vm.warp(endOfVoting);
        vm.prank(DEV);
        resolver.veto(market, 0);
        uint256[3] memory before = _balances();
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsDistributed(market, BOB, 6.25e18);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsSeized(market, 8.75e18);
        _decide(253);
        _expectGains(before, 0, 6.25e18, 0);
        vm.assertEq(usdb.balanceOf(INSURANCE), 8.75e18, "the vetoer's, and what no voter has a part of");
        vm.assertEq(usdb.balanceOf(address(resolver)), 0);
    }

    /// What cannot be shared goes to the insurance wallet: nothing stays behind.
    function test_earlySharesLeaveNothingBehind() public {
        _vote(253, [253, 253, 253]);
        _finalize();
        uint256 share = uint256(1.25e18) / 3;
        for (uint256 i; i < 3; ++i) {
            _expectEarlyBounty(i, share);
        }
        vm.assertEq(usdb.balanceOf(INSURANCE), 3.75e18 - 3 * share);
        vm.assertEq(usdb.balanceOf(address(resolver)), 0);
    }

    // Undecided disputes of open-ended markets that say EARLY

    function test_missedQuorumEndsTheRound() public {
        dispute(market, 253);
        endOfVoting = vm.getBlockTimestamp() + VOTING;
        castVote(0, market, 0);
        _expectUndecidedEnd();
        _expectNoEarlyBounty(0, voter(0));
    }

    function test_roundWithoutVotesEnds() public {
        dispute(market, 253);
        endOfVoting = vm.getBlockTimestamp() + VOTING;
        _expectUndecidedEnd();
    }

    /// A tie would shut the pool just as long, at the price of two stakes.
    function test_tieEndsTheRound() public {
        _vote(253, [253, 253, 0]);
        castVote(3, market, 0);
        _expectUndecidedEnd();
        _expectNoEarlyBounty(0, voter(0));
    }

    function test_missedConsensusEndsTheRound() public {
        stakeVoters(11, 5);
        _vote(253, [253, 253, 253]);
        for (uint256 i = 3; i < 11; ++i) {
            castVote(i, market, i < 6 ? 253 : 0);
        }
        _expectUndecidedEnd();
    }

    /// Two parties say that the outcome is known: their bonds are at stake until voters decide.
    function test_undecidedDisputeWithAnOutcomeStaysOpen() public {
        dispute(market, 1);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO + 3 days);
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.QuorumMissed.selector, 0, 2));
        resolver.finalizeMarket(market);
        castVote(0, market, 253);
        castVote(1, market, 253);
        vm.warp(vm.getBlockTimestamp() + VETO);
        resolver.finalizeMarket(market);
        vm.assertEq(resolver.currentRound(market), 1);
    }

    function test_undecidedDisputeOfAnEndedMarketStaysOpen() public {
        address ended = createMarket(3, vm.getBlockTimestamp() + 1);
        vm.warp(vm.getBlockTimestamp() + 1);
        propose(ended, 0);
        dispute(ended, 253);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO + 3 days);
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.QuorumMissed.selector, 0, 2));
        resolver.finalizeMarket(ended);
    }

    /// A vote that decides late still starts the veto period again.
    function test_lateVotesDecideInsteadOfEndingTheRound() public {
        dispute(market, 253);
        endOfVoting = vm.getBlockTimestamp() + VOTING;
        vm.warp(endOfVoting + VETO - 1);
        castVote(0, market, 0);
        castVote(1, market, 0);
        uint256 end = vm.getBlockTimestamp() + VETO;
        vm.warp(end - 1);
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.VetoRunning.selector, end));
        resolver.finalizeMarket(market);
        vm.warp(end);
        resolver.finalizeMarket(market);
        vm.assertEq(resolver.finalOutcome(market), 0);
    }

    /// A veto takes the decision to the operator, with or without votes.
    function test_undecidedDisputeCanBeVetoed() public {
        dispute(market, 253);
        vm.warp(vm.getBlockTimestamp() + VOTING);
        vm.prank(DEV);
        resolver.veto(market, 0);
        vm.warp(vm.getBlockTimestamp() + VETO);
        vm.expectRevert(IMarketResolver.AlreadyVetoed.selector);
        resolver.finalizeMarket(market);
    }

    /// @dev Proposer and disputer get half of their bonds back, and the pool sells again.
    function _expectUndecidedEnd() private {
        uint256[3] memory before = _balances();
        vm.warp(endOfVoting + VETO - 1);
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.VetoRunning.selector, endOfVoting + VETO));
        resolver.finalizeMarket(market);
        vm.assertFalse(trading.isPoolOpen(market));
        vm.warp(endOfVoting + VETO);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.DisputeReset(market);
        _expectBonds(ALICE, 2.5e18);
        _expectBonds(BOB, 2.5e18);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsSeized(market, 5e18);
        resolver.finalizeMarket(market);
        _expectGains(before, 2.5e18, 2.5e18, 0);
        vm.assertEq(usdb.balanceOf(INSURANCE), 5e18);
        vm.assertEq(usdb.balanceOf(address(resolver)), 0);
        vm.assertEq(resolver.currentRound(market), 1);
        vm.assertEq(resolver.bondOf(market), 10e18);
        vm.assertTrue(trading.isPoolOpen(market));
        bet(ALICE, market, 1, 10e18);
    }

    function _vote(uint8 disputed, uint8[3] memory choices) private {
        dispute(market, disputed);
        endOfVoting = vm.getBlockTimestamp() + VOTING;
        for (uint256 i; i < choices.length; ++i) {
            castVote(i, market, choices[i]);
        }
    }

    /// @dev DEV vetoes after two votes for the proposal and one for the dispute.
    function _vetoed(uint8 outcome) private {
        _vote(1, [0, 0, 1]);
        vm.warp(endOfVoting);
        vm.prank(DEV);
        resolver.veto(market, outcome);
    }

    function _finalize() private {
        vm.warp(endOfVoting + VETO);
        resolver.finalizeMarket(market);
    }

    function _decide(uint8 outcome) private {
        vm.prank(OPERATOR);
        resolver.resolveByBasis(market, outcome);
    }

    function _expectBonds(address winner, uint256 amount) private {
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsDistributed(market, winner, amount);
    }

    function _balances() private view returns (uint256[3] memory) {
        return [usdb.balanceOf(ALICE), usdb.balanceOf(BOB), usdb.balanceOf(DEV)];
    }

    function _expectGains(uint256[3] memory before, uint256 alice, uint256 bob, uint256 dev) private view {
        vm.assertEq(usdb.balanceOf(ALICE) - before[0], alice, "proposer");
        vm.assertEq(usdb.balanceOf(BOB) - before[1], bob, "disputer");
        vm.assertEq(usdb.balanceOf(DEV) - before[2], dev, "vetoer");
    }

    function _expectBounty(uint256 index, uint256 amount) private {
        uint256 before = usdb.balanceOf(voter(index));
        vm.prank(voter(index));
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BountyClaimed(market, voter(index), amount);
        resolver.claimBounty(market);
        vm.assertEq(usdb.balanceOf(voter(index)) - before, amount);
    }

    function _expectNoBounty(address wallet) private {
        vm.prank(wallet);
        vm.expectRevert(IMarketResolver.NoBounty.selector);
        resolver.claimBounty(market);
    }

    function _expectEarlyBounty(uint256 index, uint256 amount) private {
        uint256 before = usdb.balanceOf(voter(index));
        vm.prank(voter(index));
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BountyClaimed(market, voter(index), amount);
        resolver.claimEarlyBounty(market, 0);
        vm.assertEq(usdb.balanceOf(voter(index)) - before, amount);
    }

    function _expectNoEarlyBounty(uint256 round, address wallet) private {
        vm.prank(wallet);
        vm.expectRevert(IMarketResolver.NoBounty.selector);
        resolver.claimEarlyBounty(market, round);
    }
}
