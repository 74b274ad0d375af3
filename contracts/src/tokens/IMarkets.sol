// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Which market a token belongs to
interface IMarketRegistry {
    /// @notice The market contract of a prediction token, zero for every other token.
    function marketOf(address token) external view returns (address);
}

/// @title What a market contract does with its part of the tax
interface IMarketTaxReceiver {
    /// @notice Both amounts of USDB have been moved to the market contract before this call.
    function onTaxCollected(address marketToken, uint256 generalPot, uint256 bountyPool) external;
}
