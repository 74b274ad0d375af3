// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "./ILoanBook.sol";
import {ILoanHub} from "./ILoanHub.sol";
import {LoanMath} from "./LoanMath.sol";
import {LoanStore} from "./LoanStore.sol";

/// @title Taking, increasing, repaying and liquidating loans
/// @dev USDB, TIDE, launched tokens and the contracts of the platform run no code of users. Still, the book is changed
/// before anything is sent out.
abstract contract LoanBook is LoanStore {
    /// @inheritdoc ILoanBook
    function TakeLoan(uint256 tokenAmount, address token, uint256 numberOfDays)
        external
        onlyLoanHub
        returns (uint256 id)
    {
        if (numberOfDays < LoanMath.MIN_DAYS || numberOfDays > LoanMath.MAX_DAYS) revert InvalidDays();
        _requireCollateral(token);
        _hold(token, tokenAmount);
        (uint256 tide, uint256 debt) = _valueOf(token, tokenAmount);
        if (debt < LoanMath.MINIMUM_LOAN) revert LoanTooSmall();
        uint256 fee = LoanMath.fee(debt, numberOfDays);
        uint256 borrowed = debt - fee;

        id = ++_books.loanCount[msg.sender];
        Loan storage loan = _books.loans[msg.sender][id];
        _open(loan, token, tokenAmount, numberOfDays);
        (loan.tide, loan.debt) = (_toUint128(tide), _toUint128(debt));
        loan.borrowed = _toUint128(borrowed);
        emit LoanCreated(msg.sender, id, token, tokenAmount, borrowed, loan.liquidationTime);
        _lendOn(token, tide, debt);
        _takeFee(token, fee);
        _payUsdb(msg.sender, borrowed);
    }

    /// @inheritdoc ILoanBook
    function IncreaseLoan(uint256 loanId, uint256 amountToAdd) external onlyLoanHub returns (uint256 paid) {
        Loan storage loan = _activeLoan(msg.sender, loanId, false);
        if (block.timestamp >= loan.liquidationTime) revert LoanExpired();
        address token = loan.token;
        _hold(token, amountToAdd);
        (uint256 tide, uint256 debt) = _valueOf(token, amountToAdd);
        uint256 fee = LoanMath.fee(debt, LoanMath.daysUntil(loan.liquidationTime));
        if (debt <= fee) revert LoanTooSmall();
        paid = debt - fee;

        loan.collateral = _toUint128(loan.collateral + amountToAdd);
        loan.tide = _toUint128(loan.tide + tide);
        loan.debt = _toUint128(loan.debt + debt);
        loan.borrowed = _toUint128(loan.borrowed + paid);
        emit LoanIncreased(msg.sender, loanId, amountToAdd, paid, loan.collateral);
        _lendOn(token, tide, debt);
        _takeFee(token, fee);
        _payUsdb(msg.sender, paid);
    }

    /// @inheritdoc ILoanBook
    function RepayLoan(uint256 loanId, bool isLeverage) external {
        Loan storage loan = _activeLoan(msg.sender, loanId, isLeverage);
        _close(loan);
        emit LoanRepaid(msg.sender, loanId);
        _pullUsdb(loan.debt);
        _takeBack(loan.debt);
        _returnTide(loan.token, loan.tide);
        _release(loan.token, loan.collateral, msg.sender);
    }

    /// @inheritdoc ILoanBook
    function LiquidateLoan(uint256 loanId, address user, bool isLeverage) external {
        if (isLeverage) {
            _liquidate(user, loanId, true, msg.sender);
        } else {
            // Only the hub has core loans: for every other user this reverts.
            _loan(user, loanId, false);
            ILoanHub(_books.hub).liquidateCore(loanId, msg.sender);
        }
    }

    /// @inheritdoc ILoanBook
    function liquidateFor(uint256 loanId, address liquidator) external onlyLoanHub {
        _liquidate(msg.sender, loanId, false, liquidator);
    }

    /// @inheritdoc ILoanBook
    function ClaimLiquidation(uint256 loanId, bool isLeverage) external returns (uint256 claimed) {
        Loan storage loan = _loan(msg.sender, loanId, isLeverage);
        claimed = loan.claim;
        if (claimed == 0) revert NothingToClaim();
        loan.claim = 0;
        emit LiquidationClaimed(msg.sender, loanId, isLeverage, claimed);
        _release(loan.token, claimed, msg.sender);
    }

    /// @dev Starts the record of a loan or a position; its debt is written by the caller.
    function _open(Loan storage loan, address token, uint256 collateral, uint256 numberOfDays) internal {
        loan.token = token;
        loan.creationTime = uint40(block.timestamp);
        loan.liquidationTime = uint40(block.timestamp + numberOfDays * 1 days);
        loan.active = true;
        loan.collateral = _toUint128(collateral);
    }

    function _liquidate(address user, uint256 id, bool isLeverage, address liquidator) private {
        Loan storage loan = _activeLoan(user, id, isLeverage);
        if (block.timestamp < loan.liquidationTime) revert LoanNotExpired();
        address token = loan.token;
        (uint256 tide, uint256 tokens) = _leastCover(token, loan.debt);
        uint256 burned = token == address(this) ? tide : tokens;
        uint256 rest = loan.collateral - burned;
        uint256 reward = LoanMath.liquidatorPart(rest);
        _close(loan);
        loan.isLiquidated = true;
        (loan.liquidated, loan.claim) = (_toUint128(burned), _toUint128(rest - reward));
        emit LoanLiquidated(user, id, liquidator);
        _cover(token, loan.tide, loan.debt, tide, tokens);
        _release(token, reward, liquidator);
    }
}
