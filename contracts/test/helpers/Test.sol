// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @dev The cheat codes of forge that the tests use.
interface Vm {
    function assertEq(uint256 left, uint256 right) external pure;
    function assertEq(uint256 left, uint256 right, string calldata reason) external pure;
    function assertEq(address left, address right) external pure;
    function assertEq(bool left, bool right) external pure;
    function assertEq(string calldata left, string calldata right) external pure;
    function assertTrue(bool condition) external pure;
    function assertTrue(bool condition, string calldata reason) external pure;
    function assertFalse(bool condition) external pure;
    function assertGe(uint256 left, uint256 right, string calldata reason) external pure;
    function assertLe(uint256 left, uint256 right, string calldata reason) external pure;
    function assertApproxEqAbs(uint256 left, uint256 right, uint256 maxDelta) external pure;
    function assertApproxEqRel(uint256 left, uint256 right, uint256 maxPercentDelta) external pure;
    function assume(bool condition) external pure;
    function deal(address account, uint256 balance) external;
    function deployCode(string calldata artifact, bytes calldata constructorArgs) external returns (address);
    function mockCall(address callee, bytes calldata data, bytes calldata returnData) external;
    function expectEmit() external;
    function expectEmit(address emitter) external;
    function expectEmit(bool topic1, bool topic2, bool topic3, bool data, address emitter) external;
    function expectRevert() external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata data) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function roll(uint256 number) external;
    /// @dev Via IR the compiler may read `block.timestamp` once for a whole test, before and after `warp`.
    function getBlockTimestamp() external view returns (uint256);
    function envOr(string calldata name, string calldata fallbackValue) external view returns (string memory);
    function warp(uint256 time) external;
    function snapshotState() external returns (uint256 snapshot);
    function revertToState(uint256 snapshot) external returns (bool);
    function load(address target, bytes32 slot) external view returns (bytes32);
    function store(address target, bytes32 slot, bytes32 value) external;
    function etch(address target, bytes calldata code) external;

    struct Gas {
        uint64 gasLimit;
        uint64 gasTotalUsed;
        uint64 gasMemoryUsed;
        int64 gasRefunded;
        uint64 gasRemaining;
    }

    function lastCallGas() external view returns (Gas memory);
    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256);

    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
}

/// @dev Base of all tests: what forge needs to recognise a test, and shared helpers.
abstract contract Test {
    // Address of the cheat codes, fixed by forge.
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    bool public constant IS_TEST = true;

    /// @dev Deploys a contract of the platform from the bytecode that the application deploys too. So the tests run the
    /// product's code, and forge does not have to compile it (`via_ir` takes minutes for sources and tests together).
    /// After a change of `src`, `npm run contracts` writes that bytecode; `npm test -- contracts` fails without it.
    /// With the profile `audit` it is what forge has compiled, so that coverage and traces name the lines.
    function deploy(string memory name, bytes memory constructorArgs) internal returns (address) {
        bool isAudit = keccak256(bytes(vm.envOr("FOUNDRY_PROFILE", ""))) == keccak256("audit");
        string memory artifact =
            isAudit ? string.concat(name, ".sol:", name) : string.concat("bytecode/", name, ".json");
        return vm.deployCode(artifact, constructorArgs);
    }

    /// @dev Maps `value` to a range.
    function bound(uint256 value, uint256 least, uint256 most) internal pure returns (uint256) {
        if (value >= least && value <= most) return value;
        uint256 size = most - least + 1;
        return size == 0 ? value : least + value % size;
    }

    /// @dev An amount up to `most`, with every order of magnitude equally likely.
    function amountOf(uint256 seed, uint256 most) internal pure returns (uint256) {
        uint256 shift = seed % 128;
        return bound((seed >> 128) >> shift, 1, most);
    }

    function next(uint256 seed) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed)));
    }
}
