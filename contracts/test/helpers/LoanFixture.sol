// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {LoanHub} from "../../src/loans/LoanHub.sol";
import {ExchangeFixture} from "./ExchangeFixture.sol";

/// @dev The exchange with the loan hub.
abstract contract LoanFixture is ExchangeFixture {
    address internal constant KEEPER = address(0x6ee9e7);

    LoanHub internal hub;

    function setUp() public virtual override {
        super.setUp();
        hub = LoanHub(deploy("LoanHub", abi.encode(main, OPERATOR)));
        vm.prank(OPERATOR);
        main.setLoanHub(address(hub));
        approveHub(ALICE, address(usdb));
        approveHub(BOB, address(usdb));
        approveHub(ALICE, address(main));
        approveHub(BOB, address(main));
    }

    function approveHub(address wallet, address token) internal {
        vm.prank(wallet);
        IERC20(token).approve(address(hub), type(uint256).max);
    }

    function borrow(address wallet, address token, uint256 amount, uint256 numberOfDays)
        internal
        returns (uint256)
    {
        approveHub(wallet, token);
        vm.prank(wallet);
        return hub.takeLoan(address(main), token, amount, numberOfDays);
    }

    /// @dev The core loan behind a hub id.
    function coreOf(address wallet, uint256 hubId) internal view returns (ILoanBook.LoanDetails memory) {
        (, uint256 coreId,) = hub.userLoans(wallet, hubId);
        return main.loans(address(hub), coreId);
    }

    function cashOf(address pool) internal view returns (uint256) {
        return pool == address(main) ? usdb.balanceOf(pool) : main.balanceOf(pool);
    }
}
