// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {IMarketResolver} from "../../src/markets/IMarketResolver.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";

/// @dev Attempts to gain by the rules of bonds and votes, with as many wallets as an attacker likes.
contract DisputeAttacksTest is MarketsFixture {
    address private constant MALLORY = address(0xbad);
    address private constant SYBIL = address(0xbad2);

    function setUp() public override {
        super.setUp();
        fund(MALLORY, 1_000_000e18);
        approveMarkets(MALLORY);
        fund(SYBIL, 1_000_000e18);
        approveMarkets(SYBIL);
    }

    /// Attack: propose and dispute with own wallets, so that nobody can say EARLY. Voters can, and it costs the bonds.
    function test_selfDisputeDoesNotEndAnOpenEndedMarket() public {
        address market = createMarket(2, 0);
        bet(ALICE, market, 0, 1_000e18);
        bet(BOB, market, 1, 1_000e18);
        stakeVoters(3);
        uint256 before = usdb.balanceOf(MALLORY);
        uint256 bond = resolver.bondOf(market);
        _proposeAndDispute(market, 254);
        castVote(0, market, 253);
        castVote(1, market, 253);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
        resolver.finalizeMarket(market);
        vm.assertEq(before - usdb.balanceOf(MALLORY), bond, "both bonds are lost");
        vm.assertEq(usdb.balanceOf(SYBIL), 1_000_000e18 - bond);
        vm.assertFalse(resolver.resolved(market));
        vm.assertTrue(trading.isPoolOpen(market), "the market goes on");
        vm.assertEq(usdb.balanceOf(INSURANCE), bond + bond - bond / 2);
    }

    /// The same with a veto: the operator can decide EARLY.
    function test_operatorCanDecideEarly() public {
        address market = createMarket(2, 0);
        bet(ALICE, market, 0, 1_000e18);
        uint256 before = _gang();
        uint256 bond = resolver.bondOf(market);
        _proposeAndDispute(market, 254);
        vm.warp(vm.getBlockTimestamp() + VOTING);
        vm.prank(MALLORY);
        resolver.veto(market, 0);
        vm.prank(OPERATOR);
        resolver.resolveByBasis(market, 253);
        vm.assertEq(before - _gang(), 3 * bond);
        vm.assertTrue(trading.isPoolOpen(market));
    }

    /// Attack: call an ended market EARLY to take the bonds of honest proposers. Possible twice at most, and not after a veto.
    function test_repeatedEarlyIsNotProfitable() public {
        uint256 end = vm.getBlockTimestamp() + 1 days;
        address market = createMarket(2, end);
        bet(ALICE, market, 0, 1_000e18);
        vm.warp(end);
        stakeVoters(2);
        uint256 before = _gang();
        uint256 bond = resolver.bondOf(market);
        uint256 alice = usdb.balanceOf(ALICE);
        propose(market, 0);
        vm.prank(MALLORY);
        resolver.dispute(market, 253);
        castVote(0, market, 253);
        castVote(1, market, 253);
        vm.warp(vm.getBlockTimestamp() + VOTING);
        vm.prank(DEV);
        resolver.veto(market, 0);
        vm.prank(OPERATOR);
        resolver.resolveByBasis(market, 0);
        vm.assertEq(before - _gang(), bond, "the farmer pays the honest proposer");
        vm.assertEq(usdb.balanceOf(ALICE) - alice, bond);
    }

    function test_earlyEndsAfterTwoRounds() public {
        uint256 end = vm.getBlockTimestamp() + 1 days;
        address market = createMarket(2, end);
        bet(ALICE, market, 0, 100e18);
        vm.warp(end);
        stakeVoters(2);
        uint256 before = _gang();
        for (uint256 i; i < 2; ++i) {
            propose(market, 0);
            vm.prank(MALLORY);
            resolver.dispute(market, 253);
            castVote(0, market, 253);
            castVote(1, market, 253);
            vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
            resolver.finalizeMarket(market);
            for (uint256 j; j < 2; ++j) {
                vm.prank(voter(j));
                resolver.claimEarlyBounty(market, i);
            }
        }
        uint256 gained = _gang() - before;
        vm.assertEq(gained, 2.5e18 + 5e18, "half of the bonds of two rounds, without a veto");
        propose(market, 0);
        vm.prank(MALLORY);
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.InvalidOutcome.selector, 253));
        resolver.dispute(market, 253);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE);
        resolver.finalizeUncontested(market);
        vm.assertEq(resolver.finalOutcome(market), 0, "the market ends");
    }

    /// Attack: reset a market again and again with own parties and voters, until nobody else can pay the bond, then name
    /// a false outcome that nobody can afford to dispute.
    function test_resetsOfAnOpenEndedMarketDoNotPriceOthersOut() public {
        stakeVoters(2);
        address market = _openEnded();
        uint256 first = resolver.bondOf(market);
        uint256 lost;
        for (uint256 i; i < 12; ++i) {
            uint256 before = _gang();
            uint256 bond = resolver.bondOf(market);
            _proposeAndDispute(market, 253);
            castVote(0, market, 253);
            castVote(1, market, 253);
            vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
            resolver.finalizeMarket(market);
            for (uint256 v; v < 2; ++v) {
                vm.prank(voter(v));
                resolver.claimEarlyBounty(market, i);
            }
            vm.assertGe(before - _gang(), bond / 2, "each reset costs half a bond");
            lost += before - _gang();
        }
        vm.assertEq(resolver.bondOf(market), 4 * first, "two doublings, whatever was reset");
        vm.assertGe(lost, first / 2 + first + 10 * 2 * first, "and a fifth of the pool is lost");
        vm.prank(MALLORY);
        resolver.proposeOutcome(market, 1);
        fund(DEV, 4 * first);
        vm.prank(DEV);
        resolver.dispute(market, 0);
    }

    /// Attack: shut the pool of an open-ended market by a dispute with oneself that nobody votes on.
    function test_poolIsShutForOneRoundAndHalfABond() public {
        address market = _openEnded();
        for (uint256 i; i < 3; ++i) {
            uint256 before = _gang();
            uint256 bond = resolver.bondOf(market);
            _proposeAndDispute(market, 253);
            vm.prank(ALICE);
            vm.expectRevert(IMarketBook.PoolClosed.selector);
            trading.buy(market, 0, address(usdb), 10e18, 0, 0);
            vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
            vm.prank(ALICE);
            resolver.finalizeMarket(market);
            vm.assertEq(before - _gang(), 2 * (bond - bond / 2));
            bet(ALICE, market, 0, 10e18);
        }
    }

    /// Attack: move one stake from wallet to wallet. It votes once in a dispute.
    function test_aStakeVotesOnceInADispute() public {
        address market = createMarket(2, 0);
        vm.prank(ALICE);
        trading.donate(market, 250e18, true);
        propose(market, 0);
        dispute(market, 1);
        buy(MALLORY, address(main), 10e18);
        vm.startPrank(MALLORY);
        resolver.stake(address(main));
        resolver.vote(market, 1);
        for (uint256 i; i < 30; ++i) {
            vm.warp(vm.getBlockTimestamp() + 24 hours);
            vm.expectRevert(abi.encodeWithSelector(IMarketResolver.StakeInDispute.selector, market));
            resolver.unstake(address(main));
            resolver.releaseVotes(type(uint256).max);
        }
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.QuorumMissed.selector, 1, 5));
        resolver.finalizeMarket(market);
        vm.stopPrank();
        vm.assertEq(resolver.nftVoteCount(market, 0, 1), 1);
    }

    /// Attack: change the bond or the quorum of a running round by a donation.
    function test_donationsDoNotChangeARunningRound() public {
        stakeVoters(2);
        address market = createMarket(2, 0);
        propose(market, 0);
        uint256 bond = resolver.bondOf(market);
        vm.startPrank(MALLORY);
        trading.donate(market, 100_000e18, false);
        vm.assertEq(resolver.bondOf(market), bond);
        vm.stopPrank();
        dispute(market, 1);
        vm.prank(MALLORY);
        trading.donate(market, 10_000e18, true);
        castVote(0, market, 0);
        castVote(1, market, 0);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
        resolver.finalizeMarket(market);
        vm.assertEq(resolver.finalOutcome(market), 0);
    }

    /// Attack: let the bond grow right before a proposal, so that an exact approval no longer pays for it. The proposer
    /// learns why, and no more than was approved is ever taken.
    function test_aGrownBondIsNotTakenFromAnExactApproval() public {
        address market = _openEnded();
        uint256 bond = resolver.bondOf(market);
        vm.prank(ALICE);
        usdb.approve(address(resolver), bond);
        vm.prank(MALLORY);
        trading.donate(market, 100e18, false);
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.BondGrown.selector, bond + 1e18));
        resolver.proposeOutcome(market, 0);
        vm.startPrank(ALICE);
        usdb.approve(address(resolver), bond + 1e18);
        resolver.proposeOutcome(market, 0);
        vm.stopPrank();
    }

    function _openEnded() private returns (address market) {
        market = createMarket(2, 0);
        bet(ALICE, market, 0, 5_000e18);
        bet(BOB, market, 1, 5_000e18);
    }

    /// @dev The attacker proposes 1 and disputes it with a second wallet.
    function _proposeAndDispute(address market, uint8 outcome) private {
        vm.prank(MALLORY);
        resolver.proposeOutcome(market, 1);
        vm.prank(SYBIL);
        resolver.dispute(market, outcome);
    }

    /// @dev USDB of the attacker, of its second wallet and of both of its voters.
    function _gang() private view returns (uint256) {
        return usdb.balanceOf(SYBIL) + usdb.balanceOf(MALLORY) + usdb.balanceOf(voter(0)) + usdb.balanceOf(voter(1));
    }
}
