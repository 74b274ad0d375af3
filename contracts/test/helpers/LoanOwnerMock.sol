// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanHub} from "../../src/loans/ILoanHub.sol";
import {ILoanOwner} from "../../src/loans/ILoanOwner.sol";
import {IMainToken} from "../../src/tokens/IMainToken.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @dev Borrows like the vault, and keeps what the hub reports.
contract LoanOwnerMock is ILoanOwner {
    uint256 public hubId;
    uint256 public liquidated;
    uint256 public returned;

    function borrow(ILoanHub hub, IMainToken main, uint256 amount, uint256 numberOfDays)
        external
        returns (uint256)
    {
        IERC20(address(main)).approve(address(hub), amount);
        return hub.takeLoan(address(main), address(main), amount, numberOfDays);
    }

    function onLoanLiquidated(uint256 hubId_, uint256 liquidated_, uint256 returned_) external {
        (hubId, liquidated, returned) = (hubId_, liquidated_, returned_);
    }
}
