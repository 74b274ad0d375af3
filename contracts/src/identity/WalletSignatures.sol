// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @dev What a new agent wallet signs. The domain is computed at each call: code that is placed on a chain has no
/// constructor that could store it.
abstract contract WalletSignatures is IERC5267 {
    string private constant DOMAIN_NAME = "ERC8004IdentityRegistry";
    string private constant DOMAIN_VERSION = "1";
    bytes32 private constant WALLET_TYPEHASH =
        keccak256("AgentWalletSet(uint256 agentId,address newWallet,address owner,uint256 deadline)");

    /// @inheritdoc IERC5267
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        // Name, version, chain and contract; no salt.
        return (0x0f, DOMAIN_NAME, DOMAIN_VERSION, block.chainid, address(this), 0, new uint256[](0));
    }

    /// @dev An account with code may still have a key (EIP-7702), so its own signature comes first.
    function _isSignedBy(
        address wallet,
        uint256 agentId,
        address owner,
        uint256 deadline,
        bytes calldata signature
    ) internal view returns (bool) {
        bytes32 message = keccak256(abi.encode(WALLET_TYPEHASH, agentId, wallet, owner, deadline));
        bytes32 digest = MessageHashUtils.toTypedDataHash(_domainSeparator(), message);
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (failure == ECDSA.RecoverError.NoError && signer == wallet) return true;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(wallet, digest, signature);
    }

    function _domainSeparator() private view returns (bytes32) {
        return MessageHashUtils.toDomainSeparator(
            0x0f, DOMAIN_NAME, DOMAIN_VERSION, block.chainid, address(this), 0
        );
    }
}
