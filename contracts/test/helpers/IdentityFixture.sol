// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IIdentityRegistry} from "../../src/identity/IIdentityRegistry.sol";
import {IReputationRegistry} from "../../src/identity/IReputationRegistry.sol";
import {Test} from "./Test.sol";

/// @dev The cheat codes for signatures.
interface Signer {
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
}

/// @dev Both registries, the code of the first placed without its constructor as on a local chain. ALICE owns agent 0.
abstract contract IdentityFixture is Test {
    address internal constant REGISTRY = 0x8004A169FB4a3325136EB29fA0ceB6D2e539a432;
    address internal constant ALICE = address(0xa11ce);
    address internal constant BOB = address(0xb0b);
    address internal constant CAROL = address(0xca401);
    /// Key of the wallet that agents move to.
    uint256 internal constant KEY = 0xdeadbeef;
    string internal constant URI = "data:application/json;base64,e30=";

    IIdentityRegistry internal identity = IIdentityRegistry(REGISTRY);
    IERC721 internal tokens = IERC721(REGISTRY);
    IReputationRegistry internal reputation;
    address internal wallet;

    function setUp() public virtual {
        vm.etch(REGISTRY, deploy("IdentityRegistry", "").code);
        reputation = IReputationRegistry(deploy("ReputationRegistry", abi.encode(REGISTRY)));
        wallet = Signer(address(vm)).addr(KEY);
        vm.warp(1_800_000_000);
        vm.prank(ALICE);
        identity.register(URI);
    }

    /// @dev What the key signs for ALICE's agent 0.
    function signatureOf(uint256 key, uint256 agentId, address owner, uint256 deadline)
        internal
        view
        returns (bytes memory)
    {
        bytes32 message = keccak256(
            abi.encode(
                keccak256("AgentWalletSet(uint256 agentId,address newWallet,address owner,uint256 deadline)"),
                agentId,
                wallet,
                owner,
                deadline
            )
        );
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", domain(), message));
        (uint8 v, bytes32 r, bytes32 s) = Signer(address(vm)).sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function domain() internal view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("ERC8004IdentityRegistry"),
                keccak256("1"),
                block.chainid,
                REGISTRY
            )
        );
    }

    function moveWallet(uint256 deadline, bytes memory signature) internal {
        vm.prank(ALICE);
        identity.setAgentWallet(0, wallet, deadline, signature);
    }

    function rate(address client, int128 value, uint8 decimals, string memory tag) internal {
        vm.prank(client);
        reputation.giveFeedback(0, value, decimals, tag, "", "", "", 0);
    }

    function only(address client) internal pure returns (address[] memory clients) {
        clients = new address[](1);
        clients[0] = client;
    }
}
