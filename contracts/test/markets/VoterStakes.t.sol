// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketResolver} from "../../src/markets/IMarketResolver.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";

/// @dev Stakes of voters, and what locks them. ALICE proposes, BOB disputes; twelve stakers vote.
contract VoterStakesTest is MarketsFixture {
    address private market;

    function setUp() public override {
        super.setUp();
        market = createMarket(3, vm.getBlockTimestamp() + 1 days);
        stakeVoters(12);
        vm.warp(vm.getBlockTimestamp() + 1 days);
    }

    function test_stakersAreVoters() public {
        uint256 tide = buy(ALICE, address(main), 20e18);
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.UnknownToken.selector, address(usdb)));
        resolver.stake(address(usdb));
        vm.expectRevert(IMarketResolver.NotStaked.selector);
        resolver.unstake(address(main));
        resolver.stake(address(main));
        vm.assertTrue(resolver.isVoter(ALICE));
        vm.assertEq(resolver.userStakedAmount(ALICE), 5e18);
        vm.assertEq(resolver.stakedToken(ALICE), address(main));
        vm.expectRevert(IMarketResolver.AlreadyStaked.selector);
        resolver.stake(address(main));
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.WrongStake.selector, address(main)));
        resolver.unstake(market);
        resolver.unstake(address(main));
        vm.stopPrank();
        vm.assertFalse(resolver.isVoter(ALICE));
        vm.assertEq(resolver.stakedToken(ALICE), address(0));
        vm.assertEq(main.balanceOf(ALICE), tide);
    }

    function test_listedTokensCanBeStaked() public {
        buy(ALICE, market, 20e18);
        vm.startPrank(ALICE);
        main.approve(address(resolver), 0);
        usdb.approve(address(resolver), 0);
        (bool ok,) = market.call(abi.encodeWithSelector(usdb.approve.selector, address(resolver), 5e18));
        vm.assertTrue(ok);
        resolver.stake(market);
        vm.stopPrank();
        vm.assertEq(resolver.stakedToken(ALICE), market);
    }

    function test_aVoteLocksTheStakeForADay() public {
        _disputed(1);
        castVote(0, market, 0);
        castVote(1, market, 0);
        uint256 free = vm.getBlockTimestamp() + 24 hours;
        vm.assertEq(resolver.stakeLockedUntil(voter(0)), free);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
        resolver.finalizeMarket(market);
        vm.warp(free - 1);
        vm.startPrank(voter(0));
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.StakeLocked.selector, free));
        resolver.unstake(address(main));
        resolver.releaseVotes(1);
        vm.assertEq(resolver.stakeLockedUntil(voter(0)), free, "not to be forgotten yet");
        vm.warp(free);
        resolver.unstake(address(main));
        vm.stopPrank();
        vm.assertEq(resolver.votesHeld(voter(0)), 0);
        vm.assertFalse(resolver.isVoter(voter(0)));
    }

    /// The stake is free when the last of several disputes has ended, in any order.
    function test_openDisputesLockTheStake() public {
        address other = createMarket(2, 0);
        _disputed(1);
        propose(other, 0);
        dispute(other, 253);
        for (uint256 i; i < 2; ++i) {
            castVote(i, market, 0);
            castVote(i, other, 253);
        }
        vm.warp(vm.getBlockTimestamp() + 30 days);
        _expectStakeIn(other);
        resolver.finalizeMarket(other);
        _expectStakeIn(market);
        vm.assertEq(resolver.votesHeld(voter(0)), 2, "a refusal forgets nothing");
        vm.prank(voter(0));
        resolver.releaseVotes(10);
        vm.assertEq(resolver.votesHeld(voter(0)), 1, "the round of the other market is over");
        vm.warp(vm.getBlockTimestamp() + VETO);
        resolver.finalizeMarket(market);
        vm.prank(voter(0));
        resolver.unstake(address(main));
        vm.assertEq(resolver.votesHeld(voter(0)), 0);
    }

    /// A newer dispute that ends first does not free the stake.
    function test_olderOpenDisputesLockTheStake() public {
        address other = createMarket(2, 0);
        propose(other, 0);
        dispute(other, 1);
        castVote(0, other, 1);
        _disputed(1);
        castVote(0, market, 0);
        castVote(1, market, 0);
        vm.warp(vm.getBlockTimestamp() + 30 days);
        resolver.finalizeMarket(market);
        _expectStakeIn(other);
        castVote(2, other, 1);
        vm.warp(vm.getBlockTimestamp() + VETO);
        resolver.finalizeMarket(other);
        vm.prank(voter(0));
        resolver.unstake(address(main));
    }

    /// Hundreds of votes can be released in several transactions.
    function test_hundredsOfVotesAreReleasedInParts() public {
        uint256 count = 120;
        address[] memory all = new address[](count);
        fund(DEV, count * 50e18);
        for (uint256 i; i < count; ++i) {
            all[i] = createMarket(2, 0);
            propose(all[i], 0);
            dispute(all[i], 1);
            castVote(0, all[i], 1);
            castVote(1, all[i], 1);
        }
        vm.warp(vm.getBlockTimestamp() + 1 days);
        for (uint256 i; i < count; ++i) {
            resolver.finalizeMarket(all[i]);
        }
        vm.startPrank(voter(0));
        resolver.releaseVotes(20);
        vm.assertEq(resolver.votesHeld(voter(0)), 100);
        uint256 gas = gasleft();
        resolver.unstake(address(main));
        vm.stopPrank();
        vm.assertLe(gas - gasleft(), 100 * 12_000, "each of them costs little");
    }

    function _expectStakeIn(address disputed) private {
        vm.prank(voter(0));
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.StakeInDispute.selector, disputed));
        resolver.unstake(address(main));
    }

    function _disputed(uint8 outcome) private {
        propose(market, 0);
        dispute(market, outcome);
    }
}
