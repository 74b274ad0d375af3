// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {GangHandler} from "../helpers/GangHandler.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";

/// @dev No group of wallets raises a bond above 4,000 USDB, resets a round for nothing or keeps a pool shut for nothing.
/// forge-config: default.invariant.runs = 10
/// forge-config: default.invariant.depth = 100
/// forge-config: deep.invariant.runs = 200
/// forge-config: deep.invariant.depth = 200
contract BondsInvariantTest is MarketsFixture {
    GangHandler private handler;

    function setUp() public override {
        super.setUp();
        stakeVoters(4);
        address[] memory gang = new address[](4);
        for (uint256 i; i < gang.length; ++i) {
            gang[i] = voter(i);
            fund(gang[i], 10_000_000e18);
        }
        address[] memory markets = new address[](5);
        for (uint256 i; i < markets.length; ++i) {
            markets[i] = createMarket(2, i == 4 ? vm.getBlockTimestamp() + 1 : 0);
            if (i % 2 == 0) bet(ALICE, markets[i], 0, 5_000e18);
        }
        vm.warp(vm.getBlockTimestamp() + 1);
        // Three rounds in their vote, so that every run resets some: one with a vote too few, and a tie of all who can vote.
        for (uint256 i; i < 3; ++i) {
            vm.prank(gang[0]);
            resolver.proposeOutcome(markets[i], 0);
            vm.prank(gang[1]);
            resolver.dispute(markets[i], 253);
            castVote(2, markets[i], 253);
            for (uint256 j; i == 1 && j < 4; ++j) {
                if (j != 2) castVote(j, markets[i], j == 3 ? 253 : 0);
            }
        }
        handler = new GangHandler(resolver, trading, usdb, OPERATOR, gang, markets);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_bonds() public view {
        vm.assertEq(handler.violation(), "");
    }
}
