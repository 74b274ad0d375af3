// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Registry of the tokens of markets
interface IMarketRegistry {
    /// @notice The market contract of a prediction token, zero for every other token.
    function marketOf(address token) external view returns (address);
}

/// @title Receiver of the market part of a tax
interface IMarketTaxReceiver {
    /// @notice Called after both amounts of USDB were sent to the market contract.
    function onTaxCollected(address marketToken, uint256 generalPot, uint256 bountyPool) external;
}
