// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketResolver} from "../../src/markets/IMarketResolver.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";

/// @dev ALICE proposes outcome 0, BOB disputes with 1, DEV vetoes; twelve stakers vote.
contract MarketResolverTest is MarketsFixture {
    address private market;

    function setUp() public override {
        super.setUp();
        market = createMarket(3, vm.getBlockTimestamp() + 1 days);
        stakeVoters(12);
        vm.warp(vm.getBlockTimestamp() + 1 days);
    }

    function test_periodsAndLimits() public view {
        vm.assertEq(resolver.PROPOSAL_PERIOD(), CHALLENGE);
        vm.assertEq(resolver.DISPUTE_PERIOD(), VOTING);
        vm.assertEq(resolver.VETO_PERIOD(), VETO);
        vm.assertEq(resolver.MIN_BOND(), 5e18);
        vm.assertEq(resolver.PROPOSAL_BOND(), 4_000e18, "who approves this can pay every bond");
        vm.assertEq(resolver.MIN_STAKE_AMOUNT(), 5e18);
        vm.assertEq(resolver.MIN_QUORUM(), 2);
        vm.assertEq(resolver.MAX_QUORUM(), 100);
        vm.assertEq(resolver.VOTING_CONSENSUS(), 70);
    }

    // Proposals

    function test_proposalTakesTheBond() public {
        uint256 before = usdb.balanceOf(ALICE);
        vm.prank(ALICE);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.Proposal(market, ALICE, 2);
        resolver.proposeOutcome(market, 2);
        vm.assertEq(before - usdb.balanceOf(ALICE), 5e18);
        vm.assertEq(resolver.proposalTime(market), vm.getBlockTimestamp());
        (address proposer, address disputer,, uint8 proposed, uint8 disputed, uint8 vetoed, uint256 bond,,,) =
            resolver.disputes(market);
        vm.assertEq(proposer, ALICE);
        vm.assertEq(disputer, address(0));
        vm.assertEq(proposed, 2);
        vm.assertEq(disputed, 255);
        vm.assertEq(vetoed, 255);
        vm.assertEq(bond, 5e18);
        vm.assertFalse(resolver.inDispute(market));
        vm.assertEq(resolver.finalOutcome(market), 255);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.AlreadyProposed.selector));
        resolver.proposeOutcome(market, 1);
    }

    function test_proposalBeforeTheEndIsRefused() public {
        address later = createMarket(2, vm.getBlockTimestamp() + 100);
        uint256 end = vm.getBlockTimestamp() + 100;
        vm.warp(end - 1);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.MarketNotEnded.selector, end));
        resolver.proposeOutcome(later, 0);
        vm.warp(end);
        propose(later, 0);
        propose(createMarket(2, 0), 254);
    }

    function test_onlyFinalOutcomesAreProposed() public {
        uint8[3] memory wrong = [3, 253, 255];
        for (uint256 i; i < wrong.length; ++i) {
            _expectRefusal(abi.encodeWithSelector(IMarketResolver.InvalidOutcome.selector, wrong[i]));
            resolver.proposeOutcome(market, wrong[i]);
        }
    }

    function test_unknownMarketsAreRefused() public {
        bytes memory unknown = abi.encodeWithSelector(IMarketResolver.MarketNotFound.selector, ALICE);
        _expectRefusal(unknown);
        resolver.proposeOutcome(ALICE, 0);
        _expectRefusal(unknown);
        resolver.dispute(ALICE, 0);
        _expectRefusal(unknown);
        resolver.vote(ALICE, 0);
        _expectRefusal(unknown);
        resolver.veto(ALICE, 0);
        _expectRefusal(unknown);
        resolver.finalizeMarket(ALICE);
        _expectRefusal(unknown);
        resolver.finalizeUncontested(ALICE);
    }

    // Uncontested

    function test_undisputedProposalIsFinalAfterTheChallenge() public {
        vm.prank(BOB);
        trading.donate(market, 30e18, true);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.NotProposed.selector));
        resolver.finalizeUncontested(market);
        propose(market, 1);
        uint256 end = vm.getBlockTimestamp() + CHALLENGE;
        vm.warp(end - 1);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.ChallengeRunning.selector, end));
        resolver.finalizeUncontested(market);
        vm.warp(end);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.ChallengeOver.selector));
        resolver.dispute(market, 0);
        uint256 before = usdb.balanceOf(ALICE);
        vm.prank(BOB);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.Resolved(market, 1);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BondsDistributed(market, ALICE, 5e18);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.BountyClaimed(market, ALICE, 30e18);
        resolver.finalizeUncontested(market);
        vm.assertEq(usdb.balanceOf(ALICE) - before, 35e18);
        vm.assertEq(usdb.balanceOf(address(resolver)), 0);
        vm.assertTrue(resolver.resolved(market));
        vm.assertEq(resolver.finalOutcome(market), 1);
        vm.assertEq(trading.getBountyPool(market), 0);
    }

    function test_everythingIsRefusedAfterTheOutcome() public {
        finalizeUndisputed(market, 1);
        bytes memory over = abi.encodeWithSelector(IMarketResolver.MarketIsResolved.selector);
        _expectRefusal(over);
        resolver.proposeOutcome(market, 0);
        _expectRefusal(over);
        resolver.dispute(market, 0);
        _expectRefusal(over);
        resolver.vote(market, 0);
        _expectRefusal(over);
        resolver.veto(market, 0);
        _expectRefusal(over);
        resolver.finalizeMarket(market);
        _expectRefusal(over);
        resolver.finalizeUncontested(market);
        vm.prank(OPERATOR);
        vm.expectRevert(over);
        resolver.resolveByBasis(market, 0);
    }

    // Disputes

    function test_disputeTakesTheBondAndFixesTheQuorum() public {
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.NotProposed.selector));
        resolver.dispute(market, 1);
        vm.prank(DEV);
        trading.donate(market, 199.99e18, true);
        propose(market, 0);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE - 1);
        uint256 before = usdb.balanceOf(BOB);
        vm.prank(BOB);
        vm.expectEmit(address(resolver));
        emit IMarketResolver.DisputeStarted(market, BOB, 254, 5e18);
        resolver.dispute(market, 254);
        vm.assertEq(before - usdb.balanceOf(BOB), 5e18);
        vm.assertEq(resolver.quorum(market), 3);
        vm.assertTrue(resolver.inDispute(market));
        vm.prank(DEV);
        trading.donate(market, 1_000e18, true);
        vm.assertEq(resolver.quorum(market), 3, "donations come too late");
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.AlreadyDisputed.selector));
        resolver.dispute(market, 1);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.AlreadyDisputed.selector));
        resolver.finalizeUncontested(market);
    }

    function test_quorumGrowsWithTheBounty() public {
        uint256[2][4] memory cases =
            [[uint256(0), 2], [uint256(149e18), 2], [uint256(150e18), 3], [uint256(6_000e18), 100]];
        for (uint256 i; i < cases.length; ++i) {
            address each = createMarket(2, 0);
            if (cases[i][0] > 0) {
                vm.prank(BOB);
                trading.donate(each, cases[i][0], true);
            }
            propose(each, 0);
            dispute(each, 1);
            vm.assertEq(resolver.quorum(each), cases[i][1]);
        }
    }

    function test_proposersCannotDisputeThemselves() public {
        propose(market, 0);
        vm.prank(ALICE);
        vm.expectRevert(IMarketResolver.NotAllowed.selector);
        resolver.dispute(market, 253);
        dispute(market, 1);
        vm.warp(vm.getBlockTimestamp() + VOTING);
        vm.prank(ALICE);
        resolver.veto(market, 0);
    }

    function test_disputeNamesAnotherOutcome() public {
        propose(market, 0);
        uint8[3] memory wrong = [0, 3, 255];
        for (uint256 i; i < wrong.length; ++i) {
            _expectRefusal(abi.encodeWithSelector(IMarketResolver.InvalidOutcome.selector, wrong[i]));
            resolver.dispute(market, wrong[i]);
        }
        dispute(market, 253);
    }

    // Votes

    function test_stakersVoteOnce() public {
        _disputed(1);
        vm.prank(voter(0));
        vm.expectEmit(address(resolver));
        emit IMarketResolver.Vote(market, voter(0), 2);
        resolver.vote(market, 2);
        vm.assertEq(resolver.nftVoteCount(market, 0, 2), 1);
        vm.assertEq(resolver.voterChoice(market, 0, voter(0)), 2);
        vm.assertTrue(resolver.nftHasVoted(market, 0, voter(0)));
        vm.assertEq(resolver.voterChoice(market, 0, voter(1)), 0);
        vm.assertFalse(resolver.nftHasVoted(market, 0, voter(1)));
        vm.prank(voter(0));
        vm.expectRevert(IMarketResolver.AlreadyVoted.selector);
        resolver.vote(market, 1);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.NotStaked.selector));
        resolver.vote(market, 1);
        uint8[2] memory wrong = [3, 255];
        for (uint256 i; i < wrong.length; ++i) {
            vm.prank(voter(1));
            vm.expectRevert(abi.encodeWithSelector(IMarketResolver.InvalidOutcome.selector, wrong[i]));
            resolver.vote(market, wrong[i]);
        }
        castVote(1, market, 254);
        castVote(2, market, 253);
    }

    /// An ended market is reset by EARLY at most twice; then disputer, voters and operator cannot choose EARLY.
    function test_endedMarketCanBeEarlyTwice() public {
        for (uint256 i; i < 2; ++i) {
            propose(market, 0);
            dispute(market, i == 0 ? 253 : 1);
            castVote(0, market, 253);
            castVote(1, market, 253);
            vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
            resolver.finalizeMarket(market);
        }
        vm.assertEq(resolver.currentRound(market), 2);
        propose(market, 0);
        bytes memory refusal = abi.encodeWithSelector(IMarketResolver.InvalidOutcome.selector, 253);
        _expectRefusal(refusal);
        resolver.dispute(market, 253);
        dispute(market, 1);
        vm.prank(voter(0));
        vm.expectRevert(refusal);
        resolver.vote(market, 253);
        castVote(0, market, 1);
        vm.warp(vm.getBlockTimestamp() + VOTING);
        vm.prank(DEV);
        resolver.veto(market, 0);
        vm.startPrank(OPERATOR);
        vm.expectRevert(refusal);
        resolver.resolveByBasis(market, 253);
        resolver.resolveByBasis(market, 0);
        vm.stopPrank();
    }

    function test_openEndedMarketCanBeEarlyWithoutLimit() public {
        address open_ = createMarket(2, 0);
        for (uint256 i; i < 5; ++i) {
            vm.assertEq(resolver.bondOf(open_), 5e18 << (i < 2 ? i : 2));
            _resetAsEarly(open_);
        }
    }

    // Bonds

    /// 1 % of everything paid in and donated, from 5 to 1,000 USDB.
    function test_bondGrowsWithTheMarket() public {
        address open_ = createMarket(2, 0);
        vm.assertEq(resolver.bondOf(open_), 5e18);
        vm.assertEq(resolver.bondOf(address(1)), 5e18, "of a market there is not");
        bet(ALICE, open_, 0, 10_000e18);
        uint256 pool = trading.getPool(open_);
        vm.assertEq(resolver.bondOf(open_), pool / 100);
        vm.prank(BOB);
        trading.donate(open_, 20_000e18, false);
        vm.assertEq(resolver.bondOf(open_), (pool + 20_000e18) / 100);
        vm.prank(BOB);
        trading.donate(open_, 20_000e18, true);
        vm.assertEq(resolver.bondOf(open_), (pool + 20_000e18) / 100, "the bounty is not at stake");
        vm.prank(BOB);
        trading.donate(open_, 80_000e18, false);
        vm.assertEq(resolver.bondOf(open_), 1_000e18);
    }

    /// Two resets double the bond of even the largest pool to 4,000 USDB, and no more of them raise it.
    function test_bondDoublesWithTheFirstTwoResets() public {
        address open_ = createMarket(2, 0);
        vm.prank(BOB);
        trading.donate(open_, 200_000e18, false);
        uint256[5] memory bonds = [uint256(1_000e18), 2_000e18, 4_000e18, 4_000e18, 4_000e18];
        for (uint256 i; i < bonds.length; ++i) {
            vm.assertEq(resolver.bondOf(open_), bonds[i]);
            uint256 before = usdb.balanceOf(ALICE);
            propose(open_, 0);
            vm.assertEq(before - usdb.balanceOf(ALICE), bonds[i]);
            _endAsEarly(open_);
        }
    }

    /// Clients of this interface approve `PROPOSAL_BOND()` before they propose, dispute or veto.
    function test_everyBondCanBePaidByWhoApprovesProposalBond() public {
        address open_ = createMarket(2, 0);
        vm.prank(BOB);
        trading.donate(open_, 200_000e18, false);
        for (uint256 i; i < 3; ++i) {
            _resetAsEarly(open_);
        }
        address[3] memory parties = [ALICE, BOB, DEV];
        uint256 held = usdb.balanceOf(address(resolver));
        for (uint256 i; i < parties.length; ++i) {
            fund(parties[i], 4_000e18);
            vm.startPrank(parties[i]);
            usdb.approve(address(resolver), resolver.PROPOSAL_BOND());
            if (i == 0) resolver.proposeOutcome(open_, 0);
            if (i == 1) resolver.dispute(open_, 1);
            if (i == 2) resolver.veto(open_, 0);
            vm.stopPrank();
            if (i == 1) vm.warp(vm.getBlockTimestamp() + VOTING);
        }
        vm.assertEq(usdb.balanceOf(address(resolver)) - held, 12_000e18);
    }

    /// The bond of a dispute cannot be raised after the proposal.
    function test_bondOfARoundIsFixedByItsProposal() public {
        propose(market, 0);
        vm.prank(ALICE);
        trading.donate(market, 100_000e18, false);
        vm.assertEq(resolver.bondOf(market), 5e18);
        uint256[2] memory before = [usdb.balanceOf(BOB), usdb.balanceOf(DEV)];
        dispute(market, 1);
        castVote(0, market, 1);
        vm.warp(vm.getBlockTimestamp() + VOTING);
        vm.prank(DEV);
        resolver.veto(market, 0);
        vm.assertEq(before[0] - usdb.balanceOf(BOB), 5e18);
        vm.assertEq(before[1] - usdb.balanceOf(DEV), 5e18);
        vm.assertEq(resolver.bondOf(market), 5e18);
        vm.assertEq(usdb.balanceOf(address(resolver)), 15e18);
    }

    function test_votesNeedADispute() public {
        vm.prank(voter(0));
        vm.expectRevert(IMarketResolver.NotDisputed.selector);
        resolver.vote(market, 0);
        propose(market, 0);
        vm.prank(voter(0));
        vm.expectRevert(IMarketResolver.NotDisputed.selector);
        resolver.vote(market, 0);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.NotDisputed.selector));
        resolver.finalizeMarket(market);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.NotDisputed.selector));
        resolver.veto(market, 2);
    }

    function test_decidedVoteClosesWithItsPeriod() public {
        _disputed(1);
        castVote(0, market, 1);
        castVote(1, market, 1);
        uint256 end = vm.getBlockTimestamp() + VOTING;
        vm.warp(end - 1);
        castVote(2, market, 1);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.VotingRunning.selector, end));
        resolver.finalizeMarket(market);
        vm.warp(end);
        vm.prank(voter(3));
        vm.expectRevert(IMarketResolver.VotingClosed.selector);
        resolver.vote(market, 0);
        vm.warp(end + VETO - 1);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.VetoRunning.selector, end + VETO));
        resolver.finalizeMarket(market);
        vm.warp(end + VETO);
        resolver.finalizeMarket(market);
        vm.assertEq(resolver.finalOutcome(market), 1);
    }

    function test_missedQuorumKeepsVotingOpen() public {
        _disputed(1);
        castVote(0, market, 0);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO + 3 days);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.QuorumMissed.selector, 1, 2));
        resolver.finalizeMarket(market);
        castVote(1, market, 0);
        vm.prank(voter(2));
        vm.expectRevert(IMarketResolver.VotingClosed.selector);
        resolver.vote(market, 1);
        _finalizeAfterVeto();
        vm.assertEq(resolver.finalOutcome(market), 0);
    }

    /// A late vote that meets the quorum starts the veto period again.
    function test_lateDecisionCanBeVetoed() public {
        _disputed(1);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO + 3 days);
        castVote(0, market, 1);
        castVote(1, market, 1);
        uint256 end = vm.getBlockTimestamp() + VETO;
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.VetoRunning.selector, end));
        resolver.finalizeMarket(market);
        vm.warp(end - 1);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.VetoRunning.selector, end));
        resolver.finalizeMarket(market);
        vm.prank(DEV);
        resolver.veto(market, 0);
        vm.warp(end);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.AlreadyVetoed.selector));
        resolver.finalizeMarket(market);
    }

    /// A late vote that does not decide starts no veto period.
    function test_onlyTheDecidingVoteStartsTheVetoPeriod() public {
        _disputed(1);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
        castVote(0, market, 0);
        vm.warp(vm.getBlockTimestamp() + 1 days);
        castVote(1, market, 1);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.TiedVote.selector));
        resolver.finalizeMarket(market);
        vm.warp(vm.getBlockTimestamp() + 1 days);
        castVote(2, market, 1);
        _finalizeAfterVeto();
        vm.assertEq(resolver.finalOutcome(market), 1);
    }

    function test_tieKeepsVotingOpen() public {
        _disputed(1);
        uint8[6] memory choices = [0, 0, 254, 254, 1, 2];
        for (uint256 i; i < choices.length; ++i) {
            castVote(i, market, choices[i]);
        }
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.TiedVote.selector));
        resolver.finalizeMarket(market);
        castVote(6, market, 254);
        _finalizeAfterVeto();
        vm.assertEq(resolver.finalOutcome(market), 254);
    }

    /// From 9 votes on, 70 % are needed.
    function test_manyVotesNeedAConsensus() public {
        _disputed(1);
        for (uint256 i; i < 9; ++i) {
            castVote(i, market, i < 6 ? 0 : 1);
        }
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
        _expectRefusal(abi.encodeWithSelector(IMarketResolver.ConsensusMissed.selector, 66, 70));
        resolver.finalizeMarket(market);
        castVote(9, market, 0);
        _finalizeAfterVeto();
        vm.assertEq(resolver.finalOutcome(market), 0);
    }

    function test_eightVotesNeedNoConsensus() public {
        _disputed(1);
        uint8[8] memory choices = [0, 0, 0, 1, 1, 2, 2, 254];
        for (uint256 i; i < choices.length; ++i) {
            castVote(i, market, choices[i]);
        }
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
        resolver.finalizeMarket(market);
        vm.assertEq(resolver.finalOutcome(market), 0);
    }

    function _resetAsEarly(address open_) private {
        propose(open_, 0);
        _endAsEarly(open_);
    }

    function _endAsEarly(address open_) private {
        dispute(open_, 253);
        castVote(0, open_, 253);
        castVote(1, open_, 253);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
        resolver.finalizeMarket(open_);
    }

    function _disputed(uint8 outcome) private {
        propose(market, 0);
        dispute(market, outcome);
    }

    /// @dev Expects the veto period of a late, deciding vote.
    function _finalizeAfterVeto() private {
        vm.warp(vm.getBlockTimestamp() + VETO);
        resolver.finalizeMarket(market);
    }

    /// @dev Expects the next call, by BOB, to revert.
    function _expectRefusal(bytes memory reason) private {
        vm.prank(BOB);
        vm.expectRevert(reason);
    }
}
