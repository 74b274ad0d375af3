// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {LoanMath} from "./LoanMath.sol";
import {LoanStore} from "./LoanStore.sol";

/// @title Extending and refinancing loans
abstract contract LoanExtension is LoanStore {
    struct Request {
        uint256 numberOfDays;
        bool payInUSDC;
        bool refinance;
        bool isFree;
    }

    /// @dev What a loan becomes. All values are at the price before the extension.
    /// @param fee For the added days.
    /// @param loanFee For the amount by which a refinancing raises the debt.
    struct Extension {
        uint256 liquidationTime;
        uint256 fee;
        uint256 loanFee;
        uint256 extraOut;
        uint256 tide;
        uint256 debt;
    }

    /// @inheritdoc ILoanBook
    function ExtendLoan(
        uint256 loanId,
        uint256 numberOfDays,
        bool isLeverage,
        bool payInUSDC,
        bool refinance,
        bool isFree
    ) external {
        Loan storage loan = _loan(msg.sender, loanId, isLeverage);
        isFree = isFree && msg.sender == _books.hub;
        (bytes4 problem, Extension memory extension) =
            _planExtension(loan, Request(numberOfDays, payInUSDC, refinance, isFree));
        if (problem != 0) _revertWith(problem);
        loan.liquidationTime = uint40(extension.liquidationTime);
        emit LoanExtended(msg.sender, loanId, isLeverage, numberOfDays, extension.liquidationTime);
        if (payInUSDC) _pullUsdb(extension.fee);
        _applyExtension(loan, extension);
        if (isLeverage) loan.cashedOut = _toUint128(loan.cashedOut + extension.extraOut);
    }

    /// @inheritdoc ILoanBook
    function ExtensionEligibility(
        address user,
        uint256 loanId,
        uint256 numberOfDays,
        bool isLeverage,
        bool payInUSDC,
        bool refinance
    ) external view returns (bool possible, uint256 fee, uint256 extraOut) {
        (bytes4 problem, Extension memory extension) = _planExtension(
            _loan(user, loanId, isLeverage), Request(numberOfDays, payInUSDC, refinance, false)
        );
        if (problem != 0) return (false, 0, 0);
        return (true, extension.fee, extension.extraOut);
    }

    function _applyExtension(Loan storage loan, Extension memory extension) private {
        uint256 moreTide = extension.tide - loan.tide;
        uint256 moreDebt = extension.debt - loan.debt;
        loan.tide = _toUint128(extension.tide);
        loan.debt = _toUint128(extension.debt);
        loan.borrowed = _toUint128(loan.borrowed + extension.extraOut);
        _lendOn(loan.token, moreTide, moreDebt);
        _takeFee(loan.token, extension.fee + extension.loanFee);
        _payUsdb(msg.sender, extension.extraOut);
    }

    /// @return problem Selector of the error that refuses the extension, or 0.
    function _planExtension(Loan storage loan, Request memory request)
        private
        view
        returns (bytes4 problem, Extension memory extension)
    {
        problem = _planTerm(loan, request, extension);
        if (problem != 0) return (problem, extension);
        if (!request.isFree) extension.fee = LoanMath.dailyFee(loan.debt, request.numberOfDays);
        (extension.tide, extension.debt) = (loan.tide, loan.debt);
        (uint256 tide, uint256 value) = _valueOf(loan.token, loan.collateral);
        if (!request.payInUSDC && extension.fee > 0) {
            problem = _planAddedFee(loan.token, tide, value, extension);
        }
        if (problem == 0 && request.refinance) problem = _planRefinancing(tide, value, extension);
    }

    function _planTerm(Loan storage loan, Request memory request, Extension memory extension)
        private
        view
        returns (bytes4)
    {
        if (!loan.active) return LoanNotActive.selector;
        if (block.timestamp >= loan.liquidationTime) return LoanExpired.selector;
        uint256 numberOfDays = request.numberOfDays;
        if (numberOfDays < LoanMath.MIN_DAYS && (numberOfDays > 0 || !request.refinance)) {
            return InvalidDays.selector;
        }
        if (numberOfDays > LoanMath.MAX_DAYS) return TermTooLong.selector;
        extension.liquidationTime = loan.liquidationTime + numberOfDays * 1 days;
        if (extension.liquidationTime > block.timestamp + LoanMath.MAX_DAYS * 1 days) {
            return TermTooLong.selector;
        }
        return 0;
    }

    /// @dev The fee becomes debt. The pool of a launched token lends more TIDE if that does not cover the debt.
    function _planAddedFee(address token, uint256 tide, uint256 value, Extension memory extension)
        private
        view
        returns (bytes4)
    {
        extension.debt += extension.fee;
        if (token == address(this)) return extension.debt > value ? DebtNotCovered.selector : bytes4(0);
        extension.tide = Math.max(extension.tide, collateralFor(extension.debt));
        return extension.tide > tide ? DebtNotCovered.selector : bytes4(0);
    }

    /// @dev The debt rises to the value of the collateral.
    function _planRefinancing(uint256 tide, uint256 value, Extension memory extension)
        private
        view
        returns (bytes4)
    {
        if (value < extension.debt + LoanMath.MINIMUM_CHANGE) return NothingToRefinance.selector;
        uint256 rise = value - extension.debt;
        extension.loanFee = LoanMath.fee(rise, LoanMath.daysUntil(extension.liquidationTime));
        extension.extraOut = rise - extension.loanFee;
        (extension.tide, extension.debt) = (tide, value);
        return 0;
    }

    function _revertWith(bytes4 selector) private pure {
        assembly ("memory-safe") {
            mstore(0, selector)
            revert(0, 4)
        }
    }
}
