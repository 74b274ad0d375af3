// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {IIdentityRegistry} from "../../src/identity/IIdentityRegistry.sol";

/// @dev A wallet that is a contract: it accepts one signature, and may pass an agent on as soon as it receives it.
contract AgentWalletMock is IERC1271, IERC721Receiver {
    bytes32 private immutable ACCEPTED;
    address private immutable NEXT;

    constructor(bytes memory accepted, address next) {
        ACCEPTED = keccak256(accepted);
        NEXT = next;
    }

    function register(IIdentityRegistry registry) external returns (uint256) {
        return registry.register("");
    }

    function isValidSignature(bytes32, bytes calldata signature) external view returns (bytes4) {
        return keccak256(signature) == ACCEPTED ? IERC1271.isValidSignature.selector : bytes4(0);
    }

    function onERC721Received(address, address, uint256 agentId, bytes calldata)
        external
        returns (bytes4)
    {
        if (NEXT != address(0)) IERC721(msg.sender).transferFrom(address(this), NEXT, agentId);
        return IERC721Receiver.onERC721Received.selector;
    }
}
