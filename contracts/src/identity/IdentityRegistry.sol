// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {ERC721Utils} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Utils.sol";
import {IIdentityRegistry} from "./IIdentityRegistry.sol";
import {WalletSignatures} from "./WalletSignatures.sol";

/// @dev The code works where it is placed without its constructor: nothing is stored by that, and there are no
/// immutables.
contract IdentityRegistry is ERC721URIStorage, WalletSignatures, IIdentityRegistry {
    string private constant WALLET_KEY = "agentWallet";
    uint256 private constant MAX_DEADLINE_DELAY = 5 minutes;

    uint256 private _nextId;
    /// The agent's wallet is among them, as 20 bytes.
    mapping(uint256 agentId => mapping(string metadataKey => bytes)) private _metadata;

    constructor() ERC721("", "") {}

    modifier onlyAuthorized(uint256 agentId) {
        if (!isAuthorizedOrOwner(msg.sender, agentId)) revert NotAuthorized();
        _;
    }

    /// @inheritdoc IIdentityRegistry
    function register() external returns (uint256 agentId) {
        return _register("", new MetadataEntry[](0));
    }

    /// @inheritdoc IIdentityRegistry
    function register(string memory agentURI) external returns (uint256 agentId) {
        return _register(agentURI, new MetadataEntry[](0));
    }

    /// @inheritdoc IIdentityRegistry
    function register(string memory agentURI, MetadataEntry[] memory metadata)
        external
        returns (uint256 agentId)
    {
        return _register(agentURI, metadata);
    }

    /// @inheritdoc IIdentityRegistry
    function setAgentURI(uint256 agentId, string calldata newURI) external onlyAuthorized(agentId) {
        _setTokenURI(agentId, newURI);
        emit URIUpdated(agentId, newURI, msg.sender);
    }

    /// @inheritdoc IIdentityRegistry
    function setMetadata(uint256 agentId, string memory metadataKey, bytes memory metadataValue)
        external
        onlyAuthorized(agentId)
    {
        _setFreeMetadata(agentId, metadataKey, metadataValue);
    }

    /// @inheritdoc IIdentityRegistry
    function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes calldata signature)
        external
        onlyAuthorized(agentId)
    {
        if (newWallet == address(0)) revert ZeroAddress();
        if (block.timestamp > deadline) revert SignatureExpired();
        if (deadline > block.timestamp + MAX_DEADLINE_DELAY) revert DeadlineTooFar();
        if (!_isSignedBy(newWallet, agentId, ownerOf(agentId), deadline, signature)) {
            revert InvalidWalletSignature();
        }
        _setMetadata(agentId, WALLET_KEY, abi.encodePacked(newWallet));
    }

    /// @inheritdoc IIdentityRegistry
    function unsetAgentWallet(uint256 agentId) external onlyAuthorized(agentId) {
        _setMetadata(agentId, WALLET_KEY, "");
    }

    /// @inheritdoc IIdentityRegistry
    function getMetadata(uint256 agentId, string memory metadataKey) external view returns (bytes memory) {
        return _metadata[agentId][metadataKey];
    }

    /// @inheritdoc IIdentityRegistry
    function getAgentWallet(uint256 agentId) external view returns (address) {
        return address(bytes20(_metadata[agentId][WALLET_KEY]));
    }

    /// @inheritdoc IIdentityRegistry
    function isAuthorizedOrOwner(address spender, uint256 agentId) public view returns (bool) {
        return _isAuthorized(ownerOf(agentId), spender, agentId);
    }

    /// @inheritdoc IIdentityRegistry
    function getVersion() external pure returns (string memory) {
        return "2.0.0";
    }

    function name() public pure override returns (string memory) {
        return "AgentIdentity";
    }

    function symbol() public pure override returns (string memory) {
        return "AGENT";
    }

    /// @dev The receiver is called last: it may move the agent on, and later events would then tell of an earlier state.
    function _register(string memory agentURI, MetadataEntry[] memory metadata)
        private
        returns (uint256 agentId)
    {
        agentId = _nextId++;
        _mint(msg.sender, agentId);
        if (bytes(agentURI).length > 0) _setTokenURI(agentId, agentURI);
        emit Registered(agentId, agentURI, msg.sender);
        _setMetadata(agentId, WALLET_KEY, abi.encodePacked(msg.sender));
        for (uint256 i; i < metadata.length; i++) {
            _setFreeMetadata(agentId, metadata[i].metadataKey, metadata[i].metadataValue);
        }
        ERC721Utils.checkOnERC721Received(msg.sender, address(0), msg.sender, agentId, "");
    }

    function _setFreeMetadata(uint256 agentId, string memory metadataKey, bytes memory metadataValue) private {
        if (keccak256(bytes(metadataKey)) == keccak256(bytes(WALLET_KEY))) revert ReservedKey();
        _setMetadata(agentId, metadataKey, metadataValue);
    }

    function _setMetadata(uint256 agentId, string memory metadataKey, bytes memory metadataValue) private {
        _metadata[agentId][metadataKey] = metadataValue;
        emit MetadataSet(agentId, metadataKey, metadataKey, metadataValue);
    }

    /// @dev A new owner has not agreed with the old one's wallet, nor that wallet with the new owner.
    function _update(address to, uint256 tokenId, address auth) internal override returns (address) {
        if (_ownerOf(tokenId) != address(0)) _setMetadata(tokenId, WALLET_KEY, "");
        return super._update(to, tokenId, auth);
    }
}
