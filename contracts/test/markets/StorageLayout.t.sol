// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketResolver} from "../../src/markets/IMarketResolver.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";

/// @dev Contracts in use get new code at the same address: their stored values must keep their slots.
contract StorageLayoutTest is MarketsFixture {
    uint256 private constant ROUNDS = 6;
    uint256 private constant TALLY = 8;
    uint256 private constant ROUND = 3;
    /// Word of a dispute: proposer, disputer and vetoer with the three outcomes are before it.
    uint256 private constant PROPOSER_BOND = 3;

    function test_variablesKeepTheirSlots() public {
        for (uint256 i; i < 2; ++i) {
            address book = i == 0 ? address(trading) : address(privateTrading);
            vm.assertEq(uint256(vm.load(book, bytes32(uint256(13)))), i == 0 ? 50e18 : 10e18, "minSeed");
            vm.assertEq(_at(book, bytes32(uint256(14))), INSURANCE);
        }
        vm.assertEq(_at(address(trading), bytes32(uint256(15))), address(resolver));

        vm.prank(DEV);
        address market = privateTrading.createMarket(
            "Who comes?", "WHO", 0, optionsOf(2), address(main), true, false, 0, 10e18
        );
        address[] memory buyers = new address[](1);
        buyers[0] = ALICE;
        vm.startPrank(DEV);
        privateTrading.togglePrivateEventBuyers(market, buyers, true);
        privateTrading.vote(market, 1);
        vm.stopPrank();
        address target = address(privateTrading);
        vm.assertEq(_at(target, _key(market, 11)), market);
        vm.assertEq(uint256(vm.load(target, _key(DEV, uint256(_key(market, 15))))), 1, "voters");
        vm.assertEq(uint256(vm.load(target, _key(ALICE, uint256(_key(market, 16))))), 1, "buyers");
        vm.assertEq(uint256(vm.load(target, _key(market, 17))), block.timestamp, "first vote");
    }

    function test_disputesKeepTheirSlots() public {
        address market = createMarket(2, 0);
        stakeVoters(1);
        propose(market, 0);
        dispute(market, 1);
        castVote(0, market, 1);
        address target = address(resolver);
        vm.assertEq(_at(target, _key(market, 2)), ALICE);
        vm.assertEq(_at(target, _key(voter(0), 9)), address(main));
        vm.assertEq(uint256(vm.load(target, _key(voter(0), 10))), 1, "votes that hold the stake");
        vm.assertEq(uint256(vm.load(target, _field(market, 0))), block.timestamp, "proposal");
        vm.assertEq(uint256(vm.load(target, _field(market, 2))), 1, "votes");
        vm.assertTrue(vm.load(target, _field(market, TALLY)) != 0);
    }

    /// On a kept chain, resets have doubled bonds without a limit. From now on nobody pays more than `PROPOSAL_BOND()`, and
    /// what was paid before is paid out.
    function test_bondsFromBeforeTheirLimit() public {
        address market = createMarket(2, 0);
        stakeVoters(2);
        vm.store(address(resolver), _key(market, ROUND), bytes32(uint256(12)));
        vm.assertEq(resolver.bondOf(market), 20e18, "two doublings");
        propose(market, 0);
        vm.store(address(resolver), bytes32(uint256(_key(market, 2)) + PROPOSER_BOND), bytes32(uint256(8_192e18)));
        fund(address(resolver), 8_172e18);
        fund(BOB, 4_000e18);
        vm.prank(BOB);
        usdb.approve(address(resolver), 4_000e18);
        dispute(market, 253);
        castVote(0, market, 0);
        castVote(1, market, 0);
        vm.warp(block.timestamp + VOTING + VETO);
        uint256 before = usdb.balanceOf(ALICE);
        resolver.finalizeMarket(market);
        vm.assertEq(usdb.balanceOf(ALICE) - before, 8_192e18 + 4_000e18);
    }

    /// The votes of a dispute from before tallies were stored are counted again.
    function test_votesFromBeforeTheTallyCount() public {
        address market = createMarket(3, 0);
        stakeVoters(4);
        propose(market, 0);
        dispute(market, 1);
        castVote(0, market, 2);
        castVote(1, market, 2);
        castVote(2, market, 1);
        vm.store(address(resolver), _field(market, TALLY), 0);
        vm.warp(block.timestamp + VOTING + VETO);
        resolver.finalizeMarket(market);
        vm.assertEq(resolver.finalOutcome(market), 2);

        market = createMarket(3, 0);
        propose(market, 0);
        dispute(market, 1);
        castVote(0, market, 2);
        castVote(1, market, 254);
        vm.store(address(resolver), _field(market, TALLY), 0);
        castVote(2, market, 254);
        castVote(3, market, 2);
        vm.warp(block.timestamp + VOTING + VETO);
        vm.expectRevert(IMarketResolver.TiedVote.selector);
        resolver.finalizeMarket(market);
        vm.assertEq(uint256(vm.load(address(resolver), _field(market, TALLY))) >> 16 & type(uint64).max, 2);
    }

    /// @dev Slot of a field of a market's first round.
    function _field(address market, uint256 index) private pure returns (bytes32) {
        bytes32 round = keccak256(abi.encode(uint256(0), _key(market, ROUNDS)));
        return bytes32(uint256(round) + index);
    }

    function _key(address key, uint256 slot) private pure returns (bytes32) {
        return keccak256(abi.encode(key, slot));
    }

    function _at(address target, bytes32 slot) private view returns (address) {
        return address(uint160(uint256(vm.load(target, slot))));
    }
}
