// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Calls made one after the other
/// @notice Never deployed: for nodes without `eth_simulateV1`, `eth_call` puts this code at the address of a wallet, so
/// that every call comes from that wallet.
contract CallSequence {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    struct Result {
        bool ok;
        /// What the call returned, or the data of its revert.
        bytes data;
        /// Without the cost of a transaction itself.
        uint256 gasUsed;
    }

    /// @notice Makes the calls in their order, each whether or not the ones before it succeeded.
    function run(Call[] calldata calls) external returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            Call calldata each = calls[i];
            uint256 before = gasleft();
            (bool ok, bytes memory data) = each.target.call{value: each.value}(each.data);
            results[i] = Result(ok, data, before - gasleft());
        }
    }

    /// @notice Receives the native coin that a call sends back.
    receive() external payable {}
}
