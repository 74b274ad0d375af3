// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import {IIdentityRegistry} from "../../src/identity/IIdentityRegistry.sol";
import {AgentWalletMock} from "../helpers/AgentWalletMock.sol";
import {IdentityFixture} from "../helpers/IdentityFixture.sol";

/// @dev Who may become the wallet of an agent, and attempts to name one that has not agreed.
contract WalletSignaturesTest is IdentityFixture {
    function test_theNewWalletSigns() public {
        uint256 deadline = vm.getBlockTimestamp() + 5 minutes;
        moveWallet(deadline, signatureOf(KEY, 0, ALICE, deadline));
        vm.assertEq(identity.getAgentWallet(0), wallet);
        vm.assertEq(string(identity.getMetadata(0, "agentWallet")), string(abi.encodePacked(wallet)));
    }

    function test_aContractAgrees() public {
        wallet = address(new AgentWalletMock("agreed", address(0)));
        moveWallet(vm.getBlockTimestamp(), "agreed");
        vm.assertEq(identity.getAgentWallet(0), wallet);
        vm.expectRevert(IIdentityRegistry.InvalidWalletSignature.selector);
        moveWallet(vm.getBlockTimestamp(), "refused");
    }

    function test_anAccountWithCodeMaySignWithItsKey() public {
        vm.etch(wallet, hex"60006000fd");
        moveWallet(vm.getBlockTimestamp(), signatureOf(KEY, 0, ALICE, vm.getBlockTimestamp()));
        vm.assertEq(identity.getAgentWallet(0), wallet);
    }

    function test_deadlines() public {
        bytes memory late = signatureOf(KEY, 0, ALICE, vm.getBlockTimestamp() - 1);
        vm.expectRevert(IIdentityRegistry.SignatureExpired.selector);
        moveWallet(vm.getBlockTimestamp() - 1, late);
        uint256 far = vm.getBlockTimestamp() + 5 minutes + 1;
        bytes memory early = signatureOf(KEY, 0, ALICE, far);
        vm.expectRevert(IIdentityRegistry.DeadlineTooFar.selector);
        moveWallet(far, early);
    }

    function test_noWalletAtAll() public {
        wallet = address(0);
        vm.expectRevert(IIdentityRegistry.ZeroAddress.selector);
        moveWallet(vm.getBlockTimestamp(), "");
    }

    function testFuzz_forgedSignatures(uint256 seed, bytes memory noise) public {
        uint256 key = bound(seed, 1, 1e30);
        vm.assume(key != KEY);
        bytes memory forged = signatureOf(key, 0, ALICE, vm.getBlockTimestamp());
        vm.expectRevert(IIdentityRegistry.InvalidWalletSignature.selector);
        moveWallet(vm.getBlockTimestamp(), forged);
        vm.expectRevert(IIdentityRegistry.InvalidWalletSignature.selector);
        moveWallet(vm.getBlockTimestamp(), noise);
    }

    /// What was signed for another agent, owner, time or chain does not count here.
    function test_signaturesForSomethingElse() public {
        uint256 deadline = vm.getBlockTimestamp();
        refuse(deadline, signatureOf(KEY, 1, ALICE, deadline));
        refuse(deadline, signatureOf(KEY, 0, BOB, deadline));
        refuse(deadline, signatureOf(KEY, 0, ALICE, deadline + 1));
    }

    /// After a transfer neither the old owner nor the new one can use what the wallet signed for the old one.
    function test_aTransferEndsASignature() public {
        uint256 deadline = vm.getBlockTimestamp() + 5 minutes;
        bytes memory signature = signatureOf(KEY, 0, ALICE, deadline);
        moveWallet(deadline, signature);
        vm.prank(ALICE);
        tokens.transferFrom(ALICE, BOB, 0);
        vm.expectRevert(IIdentityRegistry.NotAuthorized.selector);
        moveWallet(deadline, signature);
        vm.expectRevert(IIdentityRegistry.InvalidWalletSignature.selector);
        vm.prank(BOB);
        identity.setAgentWallet(0, wallet, deadline, signature);
    }

    /// Signed once, a change can be sent again until its deadline, by the owner alone; then never.
    function test_aReplayEndsWithTheDeadline() public {
        uint256 deadline = vm.getBlockTimestamp() + 60;
        bytes memory signature = signatureOf(KEY, 0, ALICE, deadline);
        moveWallet(deadline, signature);
        vm.expectRevert(IIdentityRegistry.NotAuthorized.selector);
        vm.prank(BOB);
        identity.setAgentWallet(0, wallet, deadline, signature);
        vm.warp(deadline + 1);
        vm.expectRevert(IIdentityRegistry.SignatureExpired.selector);
        moveWallet(deadline, signature);
    }

    function test_theDomainIsThatOfTheStandard() public view {
        (bytes1 fields, string memory name, string memory version, uint256 chainId, address at,,) =
            IERC5267(REGISTRY).eip712Domain();
        vm.assertTrue(fields == 0x0f);
        vm.assertEq(name, "ERC8004IdentityRegistry");
        vm.assertEq(version, "1");
        vm.assertEq(chainId, block.chainid);
        vm.assertEq(at, REGISTRY);
    }

    function refuse(uint256 deadline, bytes memory signature) private {
        vm.expectRevert(IIdentityRegistry.InvalidWalletSignature.selector);
        moveWallet(deadline, signature);
    }
}
