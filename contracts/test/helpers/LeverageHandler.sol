// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {ILoanHub} from "../../src/loans/ILoanHub.sol";
import {IMainToken} from "../../src/tokens/IMainToken.sol";
import {BorrowerHandler} from "./BorrowerHandler.sol";

/// @dev Adds leverage positions to trades and loans at random. The wallets have approved USDB to TIDE's contract.
contract LeverageHandler is BorrowerHandler {
    constructor(IMainToken main_, ILoanHub hub_, address[] memory wallets, address[] memory pools)
        BorrowerHandler(main_, hub_, wallets, pools)
    {}

    function open(uint256 who, uint256 what, uint256 amount, uint256 numberOfDays) external {
        (address wallet, address pool) = _select(who, what);
        amount = bound(amountOf(amount, 100_000e18), 10e18, 100_000e18);
        vm.prank(wallet);
        try swap.leverageBuy(amount, 0, path(pool, true), bound(numberOfDays, 1, 1_000)) {
            _done("open");
        } catch (bytes memory reason) {
            // Far above its floor a token is worth too little as collateral.
            vm.assertTrue(bytes4(reason) == ILoanBook.LoanTooSmall.selector);
        }
    }

    function sellPosition(uint256 who, uint256 which, uint256 tenths) external {
        (address wallet, uint256 id, ILoanBook.LoanDetails memory position) = _selectPosition(who, which);
        uint256 percentage = bound(tenths, 1, 10) * 10;
        if (!position.active) return;
        if (percentage < 100 && position.fullAmount * (100 - percentage) / 100 < 0.01e18) return;
        if (!_isSaleable(wallet, id, percentage, position.token)) return;
        vm.prank(wallet);
        swap.partialLoanSell(id, percentage, true, 0);
        _done("sellPosition");
    }

    function repayPosition(uint256 who, uint256 which) external {
        (address wallet, uint256 id, ILoanBook.LoanDetails memory position) = _selectPosition(who, which);
        if (!position.active) return;
        vm.prank(wallet);
        main.RepayLoan(id, true);
        _done("repayPosition");
    }

    function extendPosition(uint256 who, uint256 which, uint256 numberOfDays, bool payIn, bool refinance)
        external
    {
        (address wallet, uint256 id,) = _selectPosition(who, which);
        numberOfDays = refinance && numberOfDays % 2 == 0 ? 0 : bound(numberOfDays, 10, 300);
        if (id == 0) return;
        (bool possible,,) = main.ExtensionEligibility(wallet, id, numberOfDays, true, payIn, refinance);
        if (!possible) return;
        vm.prank(wallet);
        main.ExtendLoan(id, numberOfDays, true, payIn, refinance, true);
        _done("extendPosition");
    }

    function liquidatePosition(uint256 who, uint256 by, uint256 which) external {
        (address wallet, uint256 id, ILoanBook.LoanDetails memory position) = _selectPosition(who, which);
        if (!position.active || vm.getBlockTimestamp() < position.liquidationTime) return;
        vm.prank(_wallets[by % _wallets.length]);
        main.LiquidateLoan(id, wallet, true);
        _done("liquidatePosition");
    }

    function claimPosition(uint256 who, uint256 which) external {
        (address wallet, uint256 id, ILoanBook.LoanDetails memory position) = _selectPosition(who, which);
        if (position.liquidationClaim == 0) return;
        vm.prank(wallet);
        main.ClaimLiquidation(id, true);
        _done("claimPosition");
    }

    /// Positions first: by a sale or a repayment, as `seed` decides.
    function unwind(address wallet, uint256 seed) public override {
        for (uint256 id = 1; id <= main.leverageCount(wallet); ++id) {
            ILoanBook.LoanDetails memory position = main.leverages(wallet, id);
            seed = next(seed);
            bool isSold = seed % 2 == 0 && position.active && _isSaleable(wallet, id, 100, position.token);
            vm.startPrank(wallet);
            if (isSold) swap.partialLoanSell(id, 100, true, 0);
            else if (position.active) main.RepayLoan(id, true);
            if (position.liquidationClaim > 0) main.ClaimLiquidation(id, true);
            vm.stopPrank();
        }
        super.unwind(wallet, seed);
    }

    function _isSaleable(address wallet, uint256 id, uint256 percentage, address token)
        private
        view
        returns (bool)
    {
        (,, uint256 residual) = main.getPartialLoanSellAmounts(id, wallet, percentage, true);
        return residual == 0 || swap.getAmountsOut(residual, path(token, false)) > 0;
    }

    /// @dev Id 0 and an inactive position if the wallet has none.
    function _selectPosition(uint256 who, uint256 which)
        private
        view
        returns (address wallet, uint256 id, ILoanBook.LoanDetails memory position)
    {
        wallet = _wallets[who % _wallets.length];
        uint256 positions = main.leverageCount(wallet);
        if (positions == 0) return (wallet, 0, position);
        id = 1 + which % positions;
        position = main.leverages(wallet, id);
    }
}
