// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";
import {IIdentityRegistry} from "../../src/identity/IIdentityRegistry.sol";
import {AgentWalletMock} from "../helpers/AgentWalletMock.sol";
import {IdentityFixture} from "../helpers/IdentityFixture.sol";
import {Vm} from "../helpers/Test.sol";

contract IdentityRegistryTest is IdentityFixture {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    function test_idsCountFromZero() public {
        vm.assertEq(tokens.ownerOf(0), ALICE);
        vm.startPrank(BOB);
        vm.assertEq(identity.register(), 1);
        vm.assertEq(identity.register(URI), 2);
        vm.assertEq(IERC721Metadata(REGISTRY).tokenURI(1), "");
        vm.assertEq(IERC721Metadata(REGISTRY).tokenURI(2), URI);
        vm.assertEq(IERC721Metadata(REGISTRY).name(), "AgentIdentity");
        vm.assertEq(IERC721Metadata(REGISTRY).symbol(), "AGENT");
    }

    function test_registrationTellsOwnerAndWallet() public {
        vm.expectEmit(REGISTRY);
        emit Transfer(address(0), BOB, 1);
        vm.expectEmit(REGISTRY);
        emit IIdentityRegistry.Registered(1, URI, BOB);
        vm.expectEmit(REGISTRY);
        emit IIdentityRegistry.MetadataSet(1, "agentWallet", "agentWallet", abi.encodePacked(BOB));
        vm.expectEmit(REGISTRY);
        emit IIdentityRegistry.MetadataSet(1, "model", "model", hex"01");
        vm.prank(BOB);
        identity.register(URI, entry("model", hex"01"));
        vm.assertEq(identity.getAgentWallet(1), BOB);
        vm.assertEq(string(identity.getMetadata(1, "model")), string(hex"01"));
    }

    function test_transfersAndApprovalsAreThoseOfTheStandard() public {
        vm.expectRevert(
            abi.encodeWithSelector(IERC721Errors.ERC721InvalidOwner.selector, address(0))
        );
        tokens.balanceOf(address(0));
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidApprover.selector, BOB));
        vm.prank(BOB);
        tokens.approve(CAROL, 0);
        vm.startPrank(ALICE);
        vm.expectRevert(
            abi.encodeWithSelector(IERC721Errors.ERC721InvalidOperator.selector, address(0))
        );
        tokens.setApprovalForAll(address(0), true);
        vm.expectRevert(
            abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0))
        );
        tokens.transferFrom(ALICE, address(0), 0);
        vm.expectRevert(
            abi.encodeWithSelector(IERC721Errors.ERC721IncorrectOwner.selector, BOB, 0, ALICE)
        );
        tokens.transferFrom(BOB, CAROL, 0);
    }

    function test_theWalletIsNoMetadata() public {
        vm.expectRevert(IIdentityRegistry.ReservedKey.selector);
        vm.prank(BOB);
        identity.register(URI, entry("agentWallet", abi.encodePacked(CAROL)));
        vm.expectRevert(IIdentityRegistry.ReservedKey.selector);
        vm.prank(ALICE);
        identity.setMetadata(0, "agentWallet", abi.encodePacked(CAROL));
    }

    function test_ownerAndOperatorsMayChangeTheAgent() public {
        vm.prank(ALICE);
        tokens.approve(BOB, 0);
        vm.prank(ALICE);
        tokens.setApprovalForAll(CAROL, true);
        vm.expectEmit(REGISTRY);
        emit IIdentityRegistry.URIUpdated(0, "ipfs://next", BOB);
        vm.prank(BOB);
        identity.setAgentURI(0, "ipfs://next");
        vm.prank(CAROL);
        identity.setMetadata(0, "model", hex"02");
        vm.assertTrue(identity.isAuthorizedOrOwner(ALICE, 0));
        vm.assertTrue(identity.isAuthorizedOrOwner(BOB, 0));
        vm.assertTrue(identity.isAuthorizedOrOwner(CAROL, 0));
        vm.assertFalse(identity.isAuthorizedOrOwner(wallet, 0));
    }

    function test_strangersChangeNothing() public {
        vm.startPrank(BOB);
        vm.expectRevert(IIdentityRegistry.NotAuthorized.selector);
        identity.setAgentURI(0, "");
        vm.expectRevert(IIdentityRegistry.NotAuthorized.selector);
        identity.setMetadata(0, "model", "");
        vm.expectRevert(IIdentityRegistry.NotAuthorized.selector);
        identity.unsetAgentWallet(0);
        vm.expectRevert(IIdentityRegistry.NotAuthorized.selector);
        identity.setAgentWallet(0, BOB, vm.getBlockTimestamp(), "");
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 7));
        identity.setAgentURI(7, "");
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, BOB, 0));
        tokens.transferFrom(ALICE, BOB, 0);
    }

    function test_aTransferClearsTheWallet() public {
        vm.prank(ALICE);
        tokens.transferFrom(ALICE, BOB, 0);
        vm.assertEq(tokens.ownerOf(0), BOB);
        vm.assertEq(identity.getAgentWallet(0), address(0));
        vm.expectRevert(IIdentityRegistry.NotAuthorized.selector);
        vm.prank(ALICE);
        identity.setAgentURI(0, "");
    }

    function test_theOwnerUnsetsTheWallet() public {
        vm.prank(ALICE);
        identity.unsetAgentWallet(0);
        vm.assertEq(identity.getAgentWallet(0), address(0));
    }

    /// A receiver that passes the agent on is called last: no event tells of the wallet that the transfer cleared.
    function test_theEventsOfARegistrationEndWithWhatIs() public {
        AgentWalletMock receiver = new AgentWalletMock("", BOB);
        vm.recordLogs();
        receiver.register(identity);
        vm.assertEq(tokens.ownerOf(1), BOB);
        vm.assertEq(identity.getAgentWallet(1), address(0));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertTrue(logs[logs.length - 1].topics[0] == Transfer.selector);
        vm.assertEq(address(uint160(uint256(logs[logs.length - 1].topics[2]))), BOB);
        vm.assertTrue(logs[logs.length - 2].topics[0] == IIdentityRegistry.MetadataSet.selector);
        (, bytes memory cleared) = abi.decode(logs[logs.length - 2].data, (string, bytes));
        vm.assertEq(cleared.length, 0);
    }

    function testFuzz_everyAgentHasAnIdOfItsOwn(uint8 count) public {
        uint256 most = bound(count, 1, 20);
        for (uint256 i = 1; i <= most; i++) {
            address owner = address(uint160(0x1000 + i));
            vm.prank(owner);
            vm.assertEq(identity.register(), i);
            vm.assertEq(tokens.ownerOf(i), owner);
        }
    }

    function entry(string memory key, bytes memory value)
        private
        pure
        returns (IIdentityRegistry.MetadataEntry[] memory entries)
    {
        entries = new IIdentityRegistry.MetadataEntry[](1);
        entries[0] = IIdentityRegistry.MetadataEntry(key, value);
    }
}
