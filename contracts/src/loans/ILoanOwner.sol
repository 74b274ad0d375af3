// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title A platform contract that borrows through the loan hub for its users
interface ILoanOwner {
    /// @notice A loan of this contract was liquidated. Called by the hub, in the transaction of the liquidation, after
    /// the rest of the collateral was sent here.
    /// @param liquidated Collateral that was burned for the debt.
    /// @param returned Collateral that was sent here. The liquidator has received the remainder.
    function onLoanLiquidated(uint256 hubId, uint256 liquidated, uint256 returned) external;
}
