// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "./ILoanBook.sol";
import {LoanMath} from "./LoanMath.sol";
import {LoanStore} from "./LoanStore.sol";

/// @title Views of the core book
abstract contract LoanViews is LoanStore {
    /// @inheritdoc ILoanBook
    function loans(address user, uint256 loanId) external view returns (LoanDetails memory) {
        return _detailsOf(user, _books.loans[user][loanId]);
    }

    /// @inheritdoc ILoanBook
    function leverages(address user, uint256 loanId) external view returns (LoanDetails memory) {
        return _detailsOf(user, _books.leverages[user][loanId]);
    }

    /// @inheritdoc ILoanBook
    function loanHub() external view returns (address) {
        return _books.hub;
    }

    /// @inheritdoc ILoanBook
    function loanCount(address user) external view returns (uint256) {
        return _books.loanCount[user];
    }

    /// @inheritdoc ILoanBook
    function leverageCount(address user) external view returns (uint256) {
        return _books.leverageCount[user];
    }

    /// @inheritdoc ILoanBook
    function getLeverageCountForUserAndToken(address user, address token) external view returns (uint256) {
        return _books.leverageIds[user][token].length;
    }

    /// @inheritdoc ILoanBook
    function userTokenLeverageIds(address user, address token, uint256 index)
        external
        view
        returns (uint256)
    {
        return _books.leverageIds[user][token][index];
    }

    /// @inheritdoc ILoanBook
    function getColleteralValue(uint256 tokenAmount, address token) external view returns (uint256 value) {
        _requireCollateral(token);
        (, value) = _valueOf(token, tokenAmount);
    }

    /// @inheritdoc ILoanBook
    function getDynamicFee(uint256 amount, uint256 numberOfDays) external pure returns (uint256) {
        return LoanMath.dailyFee(amount, numberOfDays);
    }

    /// @inheritdoc ILoanBook
    function staticFeePercentage() external pure returns (uint256) {
        return LoanMath.STATIC_FEE;
    }

    /// @inheritdoc ILoanBook
    function dynamicFeePercentage() external pure returns (uint256) {
        return LoanMath.DAILY_FEE;
    }

    /// @inheritdoc ILoanBook
    function minDaysLoan() external pure returns (uint256) {
        return LoanMath.MIN_DAYS;
    }

    /// @inheritdoc ILoanBook
    function maxDaysLoan() external pure returns (uint256) {
        return LoanMath.MAX_DAYS;
    }

    /// @inheritdoc ILoanBook
    function minimumLoan() external pure returns (uint256) {
        return LoanMath.MINIMUM_LOAN;
    }

    /// @inheritdoc ILoanBook
    function collateralHeld(address token) external view returns (uint256) {
        return _books.held[token];
    }

    /// @dev Clients that count ids upwards end at the first empty row.
    function _detailsOf(address user, Loan storage loan) private view returns (LoanDetails memory details) {
        if (loan.creationTime == 0) return details;
        details.user = user;
        details.token = loan.token;
        details.collateralAmount = loan.collateral;
        details.liquidatedAmount = loan.liquidated;
        details.fullAmount = loan.debt;
        details.borrowedAmount = loan.borrowed;
        details.liquidationTime = loan.liquidationTime;
        details.liquidationClaim = loan.claim;
        details.isLiquidated = loan.isLiquidated;
        details.active = loan.active;
        details.creationTime = loan.creationTime;
        details.timeOfClosure = loan.closureTime;
        details.leverage = LeverageDetails(loan.leverageBuyAmount, loan.cashedOut);
    }
}
