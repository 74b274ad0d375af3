// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IReputationRegistry} from "../../src/identity/IReputationRegistry.sol";
import {IdentityFixture} from "../helpers/IdentityFixture.sol";

contract ReputationRegistryTest is IdentityFixture {
    function test_feedbackIsStoredAndTold() public {
        vm.expectEmit(address(reputation));
        emit IReputationRegistry.NewFeedback(
            0, BOB, 1, 9977, 2, "uptime", "uptime", "day", "https://a", "ipfs://b", bytes32(uint256(7))
        );
        vm.prank(BOB);
        reputation.giveFeedback(0, 9977, 2, "uptime", "day", "https://a", "ipfs://b", bytes32(uint256(7)));
        (int128 value, uint8 decimals, string memory tag1, string memory tag2, bool isRevoked) =
            reputation.readFeedback(0, BOB, 1);
        vm.assertTrue(value == 9977);
        vm.assertEq(decimals, 2);
        vm.assertEq(tag1, "uptime");
        vm.assertEq(tag2, "day");
        vm.assertFalse(isRevoked);
        vm.assertEq(reputation.getLastIndex(0, BOB), 1);
        vm.assertEq(reputation.getIdentityRegistry(), REGISTRY);
    }

    function test_limits() public {
        vm.expectRevert(IReputationRegistry.TooManyDecimals.selector);
        rate(BOB, 1, 19, "");
        vm.expectRevert(IReputationRegistry.ValueTooLarge.selector);
        rate(BOB, 1e38 + 1, 0, "");
        vm.expectRevert(IReputationRegistry.ValueTooLarge.selector);
        rate(BOB, -1e38 - 1, 0, "");
        rate(BOB, -1e38, 18, "");
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 7));
        reputation.giveFeedback(7, 1, 0, "", "", "", "", 0);
    }

    function test_nobodyRatesTheirOwnAgent() public {
        vm.expectRevert(IReputationRegistry.SelfFeedback.selector);
        rate(ALICE, 100, 0, "");
        vm.prank(ALICE);
        tokens.approve(BOB, 0);
        vm.expectRevert(IReputationRegistry.SelfFeedback.selector);
        rate(BOB, 100, 0, "");
        vm.prank(ALICE);
        tokens.setApprovalForAll(CAROL, true);
        vm.expectRevert(IReputationRegistry.SelfFeedback.selector);
        rate(CAROL, 100, 0, "");
    }

    /// Whoever buys an agent cannot rate it; what was said before by its new owner stays theirs to revoke.
    function test_aTransferTurnsTheRuleWithTheOwner() public {
        rate(BOB, 10, 0, "");
        vm.prank(ALICE);
        tokens.transferFrom(ALICE, BOB, 0);
        vm.expectRevert(IReputationRegistry.SelfFeedback.selector);
        rate(BOB, 100, 0, "");
        vm.prank(BOB);
        reputation.revokeFeedback(0, 1);
        rate(ALICE, 100, 0, "");
        vm.assertEq(reputation.getLastIndex(0, ALICE), 1);
    }

    function test_onlyTheAuthorRevokes() public {
        rate(BOB, 10, 0, "");
        vm.expectRevert(IReputationRegistry.FeedbackNotFound.selector);
        vm.prank(ALICE);
        reputation.revokeFeedback(0, 1);
        vm.startPrank(BOB);
        vm.expectRevert(IReputationRegistry.FeedbackNotFound.selector);
        reputation.revokeFeedback(0, 0);
        vm.expectRevert(IReputationRegistry.FeedbackNotFound.selector);
        reputation.revokeFeedback(0, 2);
        vm.expectEmit(address(reputation));
        emit IReputationRegistry.FeedbackRevoked(0, BOB, 1);
        reputation.revokeFeedback(0, 1);
        vm.expectRevert(IReputationRegistry.AlreadyRevoked.selector);
        reputation.revokeFeedback(0, 1);
    }

    function test_responsesAreCountedByResponder() public {
        rate(BOB, 10, 0, "");
        rate(BOB, 20, 0, "");
        rate(CAROL, 30, 0, "");
        vm.expectEmit(address(reputation));
        emit IReputationRegistry.ResponseAppended(0, BOB, 1, ALICE, "ipfs://a", bytes32(0));
        respond(ALICE, BOB, 1);
        respond(ALICE, BOB, 1);
        respond(CAROL, BOB, 2);
        respond(ALICE, CAROL, 1);
        vm.assertEq(reputation.getResponseCount(0, BOB, 1, new address[](0)), 2);
        vm.assertEq(reputation.getResponseCount(0, BOB, 0, new address[](0)), 3);
        vm.assertEq(reputation.getResponseCount(0, address(0), 0, new address[](0)), 4);
        vm.assertEq(reputation.getResponseCount(0, address(0), 0, only(ALICE)), 3);
        vm.assertEq(reputation.getResponseCount(0, BOB, 9, new address[](0)), 0);
        vm.expectRevert(IReputationRegistry.EmptyURI.selector);
        reputation.appendResponse(0, BOB, 1, "", 0);
        vm.expectRevert(IReputationRegistry.FeedbackNotFound.selector);
        respond(ALICE, BOB, 3);
    }

    function respond(address responder, address client, uint64 index) private {
        vm.prank(responder);
        reputation.appendResponse(0, client, index, "ipfs://a", 0);
    }
}
